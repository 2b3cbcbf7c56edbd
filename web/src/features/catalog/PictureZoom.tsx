import { useState } from 'react'
import type { Product } from '../../domain/product/product'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Dialog } from '../../ui/Dialog'

/** What the enlarged picture needs. */
export interface PictureZoomProps {
  source: Product['images'][number]
  alt: string
  onClose: () => void
}

/** A picture as large as the screen allows; a press on it shows it twice as large, to be moved about. */
export function PictureZoom({ source, alt, onClose }: PictureZoomProps) {
  const t = useT()
  const [close, setClose] = useState(false)
  return (
    <Dialog open title={t('product.gallery')} onClose={onClose} className="dialog-picture">
      <div className="-mx-6 -mb-3 max-h-[80dvh] overflow-auto overscroll-contain bg-packshot">
        <button
          type="button"
          aria-pressed={close}
          aria-label={t('product.zoom')}
          onClick={() => setClose(!close)}
          className={cx('block', close ? 'w-[200%] cursor-zoom-out' : 'w-full cursor-zoom-in')}
        >
          <img
            src={source.widths['800'] ?? source.url}
            alt={alt}
            width={800}
            height={800}
            className="w-full"
          />
        </button>
      </div>
    </Dialog>
  )
}
