import { FormPage } from '../../features/account/FormPage'
import { productQuery } from '../../features/catalog/api'
import { RestockAsked } from '../../features/restock/RestockAsked'
import { RestockForm } from '../../features/restock/RestockForm'
import { useSession } from '../../features/session/api'
import { ProductName } from '../../domain/product/ProductName'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import { Link } from '../../ui/Link'
import { Spinner } from '../../ui/Spinner'

/** Be told by mail when a product is back: at once for whoever is signed in, by a short form for others. */
export default function NotifyScreen() {
  const t = useT()
  const { id = '' } = useParams()
  const session = useSession()
  const product = useQuery(productQuery(id)).data?.body.product
  return (
    <FormPage title={t('product.notify')}>
      <p className="mb-4 min-h-6 font-semibold">
        {product !== undefined && (
          <Link to={`/product/${encodeURIComponent(id)}`} className="text-primary hover:underline">
            <ProductName of={product} />
          </Link>
        )}
      </p>
      {session.state === 'unknown' && <Spinner label={t('a11y.loading')} />}
      {session.state === 'visitor' && <RestockForm productId={id} />}
      {session.state === 'user' && <RestockAsked productId={id} />}
    </FormPage>
  )
}
