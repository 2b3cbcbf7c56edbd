import { nameOfStore } from '../../domain/store/store'
import { useLang } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import type { Store } from './api'
import { StoreActions } from './StoreActions'
import { StoreStatus } from './StoreStatus'
import { storePath } from './paths'

/** One's stores: each leads to its page, to its form and to a new product. */
export function StoreList({ stores }: { stores: readonly Store[] }) {
  const { lang } = useLang()
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {stores.map((store) => (
        <Card as="li" key={store.id} className="flex flex-col gap-3">
          <StoreStatus store={store} />
          <div>
            <h2 className="text-xl">
              <Link
                to={storePath(store.id)}
                className="inline-flex min-h-11 items-center text-primary hover:underline"
              >
                <bdi>{nameOfStore(lang, store)}</bdi>
              </Link>
            </h2>
            {store.description !== '' && (
              <p className="[text-align:match-parent] whitespace-pre-line [unicode-bidi:plaintext]">
                {store.description}
              </p>
            )}
            <p className="text-sm text-muted">
              <bdi>{store.street}</bdi> · <bdi>{store.city}</bdi>
            </p>
          </div>
          <StoreActions store={store} />
        </Card>
      ))}
    </ul>
  )
}
