import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { CopyButton } from './CopyButton'
import { saveFile } from '../../lib/save-file'

const FILE = 'dawa-recovery-codes.txt'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The recovery codes, shown this once: to copy, to download or to write down. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; the good news takes it.
  useEffect(() => heading.current?.focus(), [])
  const lines = codes.join('\n')
  const title = t('two_factor.codes_file', { site: t('common.site_name') })
  return (
    <>
      <div role="status">
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          {t('two_factor.codes_title')}
        </h3>
        <p>{t('two_factor.codes_text')}</p>
      </div>
      <ul
        aria-label={t('two_factor.codes_list')}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-quiet p-4 text-center font-mono font-semibold"
      >
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={lines} label={t('two_factor.codes_copy')} />
        <Button
          variant="secondary"
          onClick={() => saveFile(FILE, 'text/plain;charset=utf-8', `${title}\n\n${lines}\n`)}
        >
          <Download aria-hidden="true" className="size-5" />
          {t('two_factor.codes_download')}
        </Button>
        <Button onClick={onDone}>{t('two_factor.done')}</Button>
      </div>
    </>
  )
}
