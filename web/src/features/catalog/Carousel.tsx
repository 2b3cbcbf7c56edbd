import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import shop from '../../../../contract/shop.json'
import { useLang, useT } from '../../lib/i18n'
import { Chevron } from '../../ui/Chevron'
import { IconButton } from '../../ui/IconButton'
import { useCarouselEnds } from './carousel-ends'

interface CarouselProps {
  heading: string
  /** Beside the heading, such as 'Show all'. */
  link?: ReactNode
  /** The products are on their way. */
  busy?: boolean
  /** List items, each as wide as it wants to be. */
  children: ReactNode
}

/**
 * A row of products that scrolls sideways: by finger, by the two buttons, or by the arrow keys.
 * The browser does the moving; in a right-to-left page forward is to the left.
 */
export function Carousel({ heading, link, busy = false, children }: CarouselProps) {
  const t = useT()
  const { dir } = useLang()
  const headingId = useId()
  const row = useRef<HTMLUListElement>(null)
  const { atStart, atEnd } = useCarouselEnds(row)

  function move(towards: 'forward' | 'back') {
    const sign = (towards === 'forward') === (dir === 'ltr') ? 1 : -1
    row.current?.scrollBy({ left: sign * shop.carousel_step })
  }

  function onKey(event: KeyboardEvent) {
    // Inside a card the arrow keys keep their own meaning.
    if (event.target !== row.current) return
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    move((event.key === 'ArrowRight') === (dir === 'ltr') ? 'forward' : 'back')
  }

  return (
    <section aria-labelledby={headingId} className="page-width pt-8 lg:pt-12">
      <div className="mb-3 flex min-h-11 items-center gap-2">
        <h2 id={headingId} className="flex-1 text-xl lg:text-2xl">
          {heading}
        </h2>
        {link}
        <IconButton
          label={t('home.previous')}
          icon={<Chevron towards="back" />}
          variant="outlined"
          aria-disabled={atStart}
          onClick={() => move('back')}
          className="aria-disabled:opacity-40"
        />
        <IconButton
          label={t('home.next')}
          icon={<Chevron towards="forward" />}
          variant="outlined"
          aria-disabled={atEnd}
          onClick={() => move('forward')}
          className="aria-disabled:opacity-40"
        />
      </div>
      {/* The row reaches the edges of a phone, so that the next card shows itself. */}
      {/* Focusable, because a region that scrolls must do so by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-labelledby={headingId}
        onKeyDown={onKey}
        className="-mx-4 flex snap-x snap-mandatory scroll-px-4 [scrollbar-width:none] gap-4 overflow-x-auto overscroll-x-contain scroll-smooth px-4 py-2"
      >
        {children}
      </ul>
      {busy && (
        <p role="status" className="sr-only">
          {t('common.loading')}
        </p>
      )}
    </section>
  )
}

/** One place of a carousel: three of them, or two of the wide ones, are one step of the buttons. */
export function CarouselItem({ children }: { children: ReactNode }) {
  return (
    <li className="w-[154px] shrink-0 snap-start laid-out-when-near lg:w-[239px]">{children}</li>
  )
}
