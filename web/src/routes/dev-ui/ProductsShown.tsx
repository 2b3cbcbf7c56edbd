import { Heart } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Chip } from '../../ui/Chip'
import { IconButton } from '../../ui/IconButton'
import { Picture } from '../../ui/Picture'
import { Price } from '../../ui/Price'
import { QuantityStepper } from '../../ui/QuantityStepper'
import { Skeleton } from '../../ui/Skeleton'
import { useWords } from './words'

const sample =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect x="70" y="130" width="260" height="140" rx="10" fill="#c8102e"/><rect x="70" y="130" width="60" height="140" rx="10" fill="#fff"/><text x="150" y="215" font-family="sans-serif" font-size="44" font-weight="700" fill="#fff">Panadol</text></svg>',
  )

/** What a product card is made of, and how it looks while it loads. */
export function ProductsShown() {
  const word = useWords()
  const [quantity, setQuantity] = useState(1)
  const [filters, setFilters] = useState(['Panadol', 'Advil', '$5 – $20'])
  return (
    <>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {[0, 20].map((discount) => (
          <Card key={discount} as="article" flush className="relative overflow-hidden">
            <Picture source={{ url: sample, widths: { 400: sample } }} alt="" sizes="220px" />
            <IconButton
              label={word('wishlist')}
              variant="raised"
              icon={<Heart className="size-5" />}
              className="absolute end-2 top-2"
            />
            <div className="flex flex-col gap-2 p-3">
              <p className="text-sm text-muted">Panadol</p>
              <p className="line-clamp-2 min-h-[2lh] font-semibold">{word('product')}</p>
              <Price price={12.5} discount={discount} discountedPrice={10} />
              <Button full>{word('add')}</Button>
            </div>
          </Card>
        ))}
        <Card flush className="overflow-hidden">
          <Picture source={undefined} alt="" />
          <div className="flex flex-col gap-2 p-3">
            <Price price={4} size="sm" />
            <Price price={1249.99} discount={5} discountedPrice={1187.49} size="lg" />
          </div>
        </Card>
        <Card flush>
          <Skeleton className="aspect-square rounded-b-none" />
          <div className="flex flex-col gap-3 p-3">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-10" />
            <Skeleton className="h-11" />
          </div>
        </Card>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {filters.map((filter) => (
          <Chip
            key={filter}
            label={filter}
            onRemove={() => setFilters(filters.filter((one) => one !== filter))}
          />
        ))}
        <QuantityStepper
          label={word('product')}
          value={quantity}
          onDecrease={() => setQuantity(quantity - 1)}
          onIncrease={() => setQuantity(quantity + 1)}
        />
      </div>
    </>
  )
}
