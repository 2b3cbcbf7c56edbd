import { useT } from '../../lib/i18n'
import { AddProduct } from '../product/AddProduct'

/** A new product of the shop; what somebody other than an admin adds waits for approval. */
export default function AdminNewProductScreen() {
  const t = useT()
  return (
    <div className="page-width py-6 lg:py-8">
      <h1 className="mb-4 text-2xl lg:text-3xl">{t('product.add_title')}</h1>
      <AddProduct />
    </div>
  )
}
