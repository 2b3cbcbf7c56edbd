import { fieldLabel, fieldText } from '../../domain/product/field-label'
import { ProductName } from '../../domain/product/ProductName'
import { nameOfProductStore } from '../../domain/store/store'
import { longDateTime } from '../../lib/dates'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import type { Decision, RevisedProduct } from './api'
import { ApprovalButtons } from './ApprovalButtons'

interface RevisionListProps {
  revisions: readonly RevisedProduct[]
  decide: (revised: RevisedProduct, decision: Decision) => Promise<void>
}

/** Changes of products on sale that wait: each with what it is now and what it would be. */
export function RevisionList({ revisions, decide }: RevisionListProps) {
  const t = useT()
  const { lang } = useLang()
  return (
    <ul className="grid gap-3">
      {revisions.map((revised) => {
        const { product: managed, proposed, revision } = revised
        const { product } = managed
        return (
          <Card as="li" key={product.id} className="flex flex-col gap-3">
            <div>
              <Link
                to={`/product/${encodeURIComponent(product.id)}`}
                className="inline-flex min-h-11 items-center text-lg font-bold text-primary hover:underline"
              >
                <ProductName of={product} />
              </Link>
              <p className="text-sm text-muted">
                <bdi>{nameOfProductStore(lang, managed)}</bdi> · {longDateTime(t, revision.at)}
              </p>
            </div>
            <dl className="flex flex-col divide-y divide-line">
              {revision.fields.map((field) => (
                <div key={field} className="py-2">
                  <dt className="text-sm font-semibold text-muted">{fieldLabel(t, field)}</dt>
                  <dd className="grid gap-2 sm:grid-cols-2">
                    <Version
                      label={t('admin.revision_now')}
                      field={field}
                      text={fieldText(t, product, field)}
                    />
                    <Version
                      label={t('admin.revision_new')}
                      field={field}
                      text={fieldText(t, proposed, field)}
                      isNew
                    />
                  </dd>
                </div>
              ))}
            </dl>
            <ApprovalButtons
              name={nameIn(lang, product)}
              decide={(decision) => decide(revised, decision)}
            />
          </Card>
        )
      })}
    </ul>
  )
}

interface VersionProps {
  label: string
  field: string
  text: string
  isNew?: boolean
}

function Version({ label, field, text, isNew = false }: VersionProps) {
  const t = useT()
  return (
    <div className={isNew ? 'rounded-control bg-primary-tint p-2' : 'rounded-control bg-quiet p-2'}>
      <p className="text-sm text-muted">{label}</p>
      {text === '' ? (
        <p className="text-muted">{t('common.none')}</p>
      ) : field === 'images' ? (
        <p className="flex flex-wrap gap-1">
          {text.split('\n').map((url) => (
            <img key={url} src={url} alt="" className="size-16 rounded-small bg-paper" />
          ))}
        </p>
      ) : (
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      )}
    </div>
  )
}
