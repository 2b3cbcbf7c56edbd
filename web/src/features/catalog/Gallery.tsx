import type { Product } from '../../domain/product/product'
import { ZoomIn } from 'lucide-react'
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { loadChunk } from '../../lib/chunk'
import { useLang, useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import type { PictureZoomProps } from './PictureZoom'
import { ProductPicture } from '../../domain/product/ProductPicture'

interface GalleryProps {
  images: Product['images']
  /** The product's name, for pictures that say nothing about themselves. */
  name: string
  faded?: boolean
}

/** Lower on phones, so that name and price are seen at once. */
const FRAME = 'max-sm:aspect-[4/3]'
/** There a square picture is narrower than its frame, and fades into it at both sides. */
const FADE =
  'max-sm:bg-packshot max-sm:[&>img]:[mask-image:linear-gradient(90deg,transparent_12.5%,#000_20%,#000_80%,transparent_87.5%)]'

/** Without it the picture is as large as the page shows it. */
const nothing: { default: ComponentType<PictureZoomProps> } = { default: () => null }

const PictureZoom = lazy(() =>
  loadChunk('picture-zoom', () => import('./PictureZoom')).then(
    (chunk) => ({ default: chunk.PictureZoom }),
    () => nothing,
  ),
)

/**
 * The pictures of a product. They lie side by side and are swiped through, or chosen by their
 * thumbnails, or turned by the arrow keys.
 */
export function Gallery({ images, name, faded = false }: GalleryProps) {
  const t = useT()
  const { tag, dir } = useLang()
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [enlarged, setEnlarged] = useState(false)
  const many = images.length > 1
  const current = images[shown]

  // The strip is what moves, by whatever means; which picture is shown is read from it.
  useEffect(() => {
    const element = strip.current
    if (element === null) return
    const look = () => {
      if (element.clientWidth > 0)
        setShown(Math.round(Math.abs(element.scrollLeft) / element.clientWidth))
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])

  function show(place: number) {
    const element = strip.current
    if (element === null || place < 0 || place >= images.length) return
    setShown(place)
    element.scrollTo({ left: (dir === 'rtl' ? -1 : 1) * place * element.clientWidth })
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    show(shown + ((event.key === 'ArrowRight') === (dir === 'ltr') ? 1 : -1))
  }

  const altOf = (image: Product['images'][number]) => image.alt[tag] || name
  return (
    <section aria-label={t('product.gallery')} className="min-w-0">
      <div className="relative">
        {/* A region that scrolls must do so by keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          ref={strip}
          {...(many ? { tabIndex: 0, onKeyDown: onKey, 'aria-label': t('product.gallery') } : {})}
          className={cx(
            'flex snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto overscroll-x-contain scroll-smooth rounded-card border border-line',
            faded && 'opacity-60',
          )}
        >
          {images.length === 0 && (
            <li className="w-full shrink-0">
              <ProductPicture source={undefined} alt={t('product.no_image')} className={FRAME} />
            </li>
          )}
          {images.map((image, place) => (
            <li key={image.url} className="w-full shrink-0 snap-center">
              <ProductPicture
                source={image}
                alt={altOf(image)}
                turn={place === 0 ? 'first' : 'near'}
                className={`${FRAME} ${FADE}`}
              />
            </li>
          ))}
        </ul>
        {current !== undefined && (
          <IconButton
            variant="raised"
            label={t('product.zoom')}
            icon={<ZoomIn aria-hidden="true" className="size-5" />}
            onClick={() => setEnlarged(true)}
            className="absolute end-2 bottom-2"
          />
        )}
      </div>
      {enlarged && current !== undefined && (
        <Suspense>
          <PictureZoom source={current} alt={altOf(current)} onClose={() => setEnlarged(false)} />
        </Suspense>
      )}
      {many && (
        <ul className="mt-3 flex gap-2 overflow-x-auto p-0.5">
          {images.map((image, place) => (
            <li key={image.url}>
              <button
                type="button"
                aria-label={t('product.image_of', { number: place + 1, total: images.length })}
                aria-current={place === shown ? 'true' : undefined}
                onClick={() => show(place)}
                className={cx(
                  'block w-16 overflow-hidden rounded-control border-2 transition-colors lg:w-20',
                  place === shown ? 'border-primary' : 'border-line hover:border-control',
                )}
              >
                <ProductPicture source={image} alt="" sizes="80px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
