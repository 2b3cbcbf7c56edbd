import { Download } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { useQuery } from '../../lib/query/use-query'
import { buttonStyle } from '../../ui/button-style'
import { TextInput } from '../../ui/TextInput'
import { licenceQuery, type ManagedStore } from './api'

interface StoreLicenceProps {
  store: ManagedStore['store']
  typed: string
  /** Code of why what was typed is refused. */
  refused: string | undefined
  onTyped: (number: string) => void
}

/** The licence that an admin checks: the owner's number and document, or a number to type. */
export function StoreLicence({ store, typed, refused, onTyped }: StoreLicenceProps) {
  const t = useT()
  const may = useMay()
  const given = store.has_licence_no === true || store.has_licence === true
  const { data } = useQuery({ ...licenceQuery(store.id), enabled: given && may('see_licence') })
  return (
    <div className="flex flex-col gap-2 rounded-control bg-quiet p-3">
      {data !== undefined && data.number !== '' && (
        <p>
          <span className="text-sm text-muted">{t('store.licence_no')}: </span>
          <bdi dir="ltr" className="font-semibold">
            {data.number}
          </bdi>
        </p>
      )}
      {store.has_licence_no !== true && (
        <TextInput
          name="licence_no"
          required
          ltr
          autoComplete="off"
          label={t('store.licence_no')}
          value={typed}
          error={refused === undefined ? undefined : (t.maybe(`rule.${refused}`) ?? undefined)}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
      {data?.document === true ? (
        <a
          href={`/api/admin/store/${encodeURIComponent(store.id)}/licence/document`}
          download
          className={buttonStyle({ variant: 'secondary' })}
        >
          <Download aria-hidden="true" className="size-5" />
          {t('store.licence_download')}
        </a>
      ) : (
        <p className="text-sm text-muted">{t('store.licence_none')}</p>
      )}
    </div>
  )
}
