import { Bell } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { LinkButton } from '../../ui/LinkButton'

/** 'Email me when it is back', of a product that is sold out. */
export function RestockLink({ productId }: { productId: string }) {
  const t = useT()
  return (
    <LinkButton
      variant="secondary"
      to={`/product/notify/${encodeURIComponent(productId)}`}
      className="lg:w-full lg:max-w-lg"
    >
      <Bell aria-hidden="true" className="size-5" />
      {t('product.notify')}
    </LinkButton>
  )
}
