import { ImagePlus } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { buttonStyle } from '../../ui/button-style'
import { cx } from '../../ui/cx'
import { PictureTile } from './PictureTile'
import type { FormPictures } from './use-pictures'

/** Up to five pictures: dropped, pasted or chosen; in an order that can be changed. */
export function PictureField({ pictures }: { pictures: FormPictures }) {
  const t = useT()
  const headingId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const full = pictures.list.length >= shop.images.upload_max
  usePaste(pictures.add)

  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

  function dropFiles(event: DragEvent) {
    setOver(false)
    if (!carriesFiles(event)) return
    event.preventDefault()
    pictures.add([...event.dataTransfer.files])
  }

  function dropOn(place: number) {
    const picture = pictures.list.find((one) => one.key === dragged)
    if (picture !== undefined) pictures.move(picture, place)
    setDragged(null)
  }

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <div>
        <h2 id={headingId} className="text-lg">
          {t('product.images')}
        </h2>
        <p className="text-sm text-muted">{t('product.images_hint')}</p>
      </div>
      {/* Dropping is an extra for pointers; everyone has the button inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragOver={(event) => {
          if (!carriesFiles(event)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropFiles}
        className={cx(
          'flex flex-col gap-4 rounded-card border-2 border-dashed p-4 transition-colors',
          over ? 'border-primary bg-primary-tint' : 'border-line',
        )}
      >
        {pictures.list.length > 0 && (
          <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
            {pictures.list.map((picture, place) => (
              <PictureTile
                key={picture.key}
                picture={picture}
                place={place}
                total={pictures.list.length}
                onMove={(to) => pictures.move(picture, to)}
                onRemove={() => {
                  pictures.remove(picture)
                  input.current?.focus()
                }}
                onRetry={() => pictures.retry(picture)}
                onDragStart={() => setDragged(picture.key)}
                onDropOn={() => dropOn(place)}
              />
            ))}
          </ol>
        )}
        {full ? (
          <p className="text-center text-sm text-muted">{t('error.image_too_many')}</p>
        ) : (
          <div className="flex flex-col items-center gap-2 py-2 text-center">
            <p className="text-muted">{t('product.images_drop')}</p>
            <label
              className={cx(
                buttonStyle({ variant: 'secondary' }),
                'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary',
              )}
            >
              <ImagePlus aria-hidden="true" className="size-5" />
              {t('product.images_choose')}
              <input
                ref={input}
                type="file"
                name="images"
                multiple
                accept={shop.images.upload_types.join(',')}
                onChange={(event) => {
                  pictures.add([...(event.target.files ?? [])])
                  // The same file may be chosen again after it was removed.
                  event.target.value = ''
                }}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
            </label>
          </div>
        )}
      </div>
      <div role="alert" className="text-sm font-medium text-danger empty:hidden">
        {pictures.refused.map(({ name, code }) => (
          <p key={`${name} ${code}`}>
            <bdi>{name}</bdi>: {t.maybe(`error.${code}`) ?? t('error.network')}
          </p>
        ))}
      </div>
    </section>
  )
}

/** Takes pictures from the clipboard, wherever on the page they are pasted. */
function usePaste(add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
