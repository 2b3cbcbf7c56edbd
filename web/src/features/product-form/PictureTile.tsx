import { ArrowLeft, ArrowRight, RotateCw, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { Progress } from '../../ui/Progress'
import type { FormPicture } from './pictures'

interface PictureTileProps {
  picture: FormPicture
  /** From 0. */
  place: number
  total: number
  onMove: (to: number) => void
  onRemove: () => void
  onRetry: () => void
  onDragStart: () => void
  onDropOn: () => void
}

/** One picture with its progress, its place and what can be done to it. */
export function PictureTile({
  picture,
  place,
  total,
  onMove,
  onRemove,
  onRetry,
  onDragStart,
  onDropOn,
}: PictureTileProps) {
  const t = useT()
  const number = place + 1
  const arriving = picture.image === null && picture.error === null
  const { tile, press } = useFocusAfterMove()

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) event.preventDefault()
  }

  return (
    // Dragging is an extra for pointers; the two arrows do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={tile}
      draggable
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        onDropOn()
      }}
      className={cx(
        'flex cursor-grab flex-col overflow-hidden rounded-card border bg-paper',
        picture.error === null ? 'border-line' : 'border-danger',
      )}
    >
      <div className="relative aspect-square bg-quiet">
        <img
          src={picture.preview}
          alt={t('product.image_of', { number, total })}
          draggable={false}
          className={cx('size-full object-contain', arriving && 'opacity-50')}
        />
        {place === 0 && (
          <span className="absolute start-2 top-2 rounded-small bg-primary px-2 text-sm font-semibold text-on-primary">
            {t('product.image_main')}
          </span>
        )}
      </div>
      {arriving && (
        <Progress
          value={picture.progress}
          label={t('product.image_uploading', { percent: Math.round(picture.progress * 100) })}
          className="px-2 pt-2"
        />
      )}
      {picture.error !== null && (
        <p role="alert" className="px-2 pt-2 text-sm font-medium text-danger">
          {t.maybe(`error.${picture.error}`) ?? t('error.network')}
        </p>
      )}
      <div className="mt-auto flex justify-between">
        <IconButton
          label={t('product.image_move_earlier', { number })}
          icon={<ArrowLeft className="size-5 mirror-rtl" />}
          disabled={place === 0}
          data-move="earlier"
          onClick={() => {
            press('earlier')
            onMove(place - 1)
          }}
        />
        <IconButton
          label={t('product.image_move_later', { number })}
          icon={<ArrowRight className="size-5 mirror-rtl" />}
          disabled={place === total - 1}
          data-move="later"
          onClick={() => {
            press('later')
            onMove(place + 1)
          }}
        />
        {picture.error !== null && (
          <IconButton
            label={t('common.retry')}
            icon={<RotateCw className="size-5" />}
            onClick={onRetry}
          />
        )}
        <IconButton
          label={t('product.image_remove', { number })}
          icon={<Trash2 className="size-5 text-danger" />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

/**
 * Moving an element in the page takes the focus from it; the button that moved it gets it back, or
 * its opposite where there is no further to go.
 */
function useFocusAfterMove() {
  const tile = useRef<HTMLLIElement>(null)
  const pressed = useRef<'earlier' | 'later' | null>(null)
  useEffect(() => {
    const wanted = pressed.current
    pressed.current = null
    if (wanted === null) return
    const buttons = [
      ...(tile.current?.querySelectorAll<HTMLButtonElement>('[data-move]:not(:disabled)') ?? []),
    ]
    const button = buttons.find((one) => one.dataset['move'] === wanted) ?? buttons[0]
    button?.focus()
  })
  return { tile, press: (way: 'earlier' | 'later') => (pressed.current = way) }
}
