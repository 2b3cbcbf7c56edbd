import { FileCheck2, FileUp } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { buttonStyle } from '../../ui/button-style'
import { cx } from '../../ui/cx'
import { SpinnerRing } from '../../ui/SpinnerRing'
import { useWrite } from '../../ui/use-write'
import { type Store, uploadLicence } from './api'

/** Sends the document of a store's licence. It is sealed: even its owner does not read it back. */
export function LicenceUpload({ store }: { store: Pick<Store, 'id' | 'has_licence'> }) {
  const t = useT()
  const [there, setThere] = useState(store.has_licence === true)
  const sending = useWrite({
    resource: `store ${store.id}`,
    write: (file: File) => uploadLicence(store.id, file),
    onDone: () => setThere(true),
    onFailed: () => {}, // said below
  })
  return (
    <section className="flex flex-col gap-2 text-start">
      <h2 className="text-lg">{t('store.licence')}</h2>
      <p className="text-sm text-muted">{t('store.licence_text')}</p>
      {sending.failure !== null && <Alert tone="error">{errorText(t, sending.failure)}</Alert>}
      {there && (
        <p role="status" className="flex items-center gap-2 font-semibold text-primary">
          <FileCheck2 aria-hidden="true" className="size-5" />
          {t('store.licence_there')}
        </p>
      )}
      <label
        className={cx(
          buttonStyle({ variant: 'secondary' }),
          'relative self-start focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary',
        )}
      >
        {sending.busy ? (
          <SpinnerRing className="size-5" />
        ) : (
          <FileUp aria-hidden="true" className="size-5" />
        )}
        {t(there ? 'store.licence_replace' : 'store.licence_choose')}
        <input
          type="file"
          name="document"
          accept="application/pdf,image/jpeg,image/png"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file !== undefined) sending.send(file)
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </section>
  )
}
