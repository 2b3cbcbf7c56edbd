import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Product } from '../../domain/product/product'
import { useT } from '../../lib/i18n'
import { Paragraphs } from './Paragraphs'

/** When not to take it: apart from the table, where it is read before buying. */
export function Warnings({ product }: { product: Product }) {
  const t = useT()
  const heading = useId()
  const { english_warnings: english = '', arabic_warnings: arabic = '' } = product
  if (english === '' && arabic === '') return null
  return (
    <section
      aria-labelledby={heading}
      className="flex items-start gap-3 rounded-card border border-warning/25 bg-warning-tint px-4 py-3"
    >
      <TriangleAlert aria-hidden="true" className="mt-1 size-5 shrink-0 text-warning" />
      <div className="min-w-0">
        <h2 id={heading} className="text-lg">
          {t('product.warnings')}
        </h2>
        <Paragraphs english={english} arabic={arabic} />
      </div>
    </section>
  )
}
