import { useEffect, useRef, useState } from 'react'
import { MissingPicture } from './MissingPicture'
import type { PictureTurn } from './picture-turn'
import { cx } from '../../ui/cx'

/** A picture as the wire carries it: one address per width. */
interface PictureSource {
  url: string
  widths: Readonly<Partial<Record<'200' | '400' | '800', string>>>
}

interface PictureProps {
  source: PictureSource | undefined
  /** What the picture shows; empty when the name stands beside it. */
  alt: string
  /** How wide it will be on screen, in the notation of `<img sizes>`. */
  sizes?: string
  /** When it is fetched; without it when it comes near the screen. */
  turn?: PictureTurn
  className?: string
}

/** 200 px on phones, 400 px on tablets, 800 px above. */
const defaultSizes = '(max-width: 600px) 200px, (max-width: 1200px) 400px, 800px'

/**
 * A square picture of a product. Its place is reserved before it arrives, and an icon stands
 * in when there is none or it cannot be fetched.
 */
export function ProductPicture({
  source,
  alt,
  sizes = defaultSizes,
  turn = 'near',
  className,
}: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failedUrl, setFailedUrl] = useState<string | null>(null)

  // A picture of the server-rendered page may have failed before hydration.
  useEffect(() => {
    if (source !== undefined && image.current?.complete && image.current.naturalWidth === 0) {
      setFailedUrl(source.url)
    }
  }, [source])

  const frame = cx('block aspect-square w-full overflow-hidden bg-quiet', className)
  if (source === undefined || failedUrl === source.url) {
    return (
      <span
        className={cx(frame, 'text-muted')}
        {...(alt === '' ? {} : { role: 'img', 'aria-label': alt })}
      >
        <MissingPicture className="size-full p-[20%]" />
      </span>
    )
  }
  return (
    <span className={frame}>
      <img
        ref={image}
        src={source.url}
        srcSet={srcSet(source)}
        sizes={sizes}
        alt={alt}
        width={400}
        height={400}
        loading={turn === 'near' ? 'lazy' : 'eager'}
        fetchPriority={turn === 'first' ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailedUrl(source.url)}
        className="size-full object-contain"
      />
    </span>
  )
}

function srcSet(source: PictureSource): string {
  return Object.entries(source.widths)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}
