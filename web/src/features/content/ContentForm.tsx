import { useState } from 'react'
import { ApiError, errorText } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { useWrite } from '../../ui/use-write'
import type { ContentPageText, ContentFields } from './api'
import { ContentText } from './ContentText'

interface ContentFormProps {
  notice: ContentPageText
  save: (fields: ContentFields, version: number) => Promise<void>
  /** Fetches what somebody else saved meanwhile. */
  reload: () => void
}

/** Both languages side by side, each in its own direction, and how they will look. */
export function ContentForm({ notice, save, reload }: ContentFormProps) {
  const { lang: reads } = useLang()
  const t = useT()
  const [typed, setTyped] = useState<ContentFields>({
    english: notice.english,
    arabic: notice.arabic,
  })
  const saving = useWrite({
    resource: 'content',
    write: () => save(typed, notice.version),
    onFailed: () => {},
  })
  const { failure } = saving
  const refused = failure instanceof ApiError ? failure : undefined

  function submit(event: React.FormEvent) {
    event.preventDefault()
    saving.send()
  }

  function wrong(field: keyof ContentFields): string | undefined {
    const code = refused?.fields[field]
    return code === undefined ? undefined : (t.maybe(`rule.${code}`) ?? code)
  }

  const english = { field: 'english', lang: 'en', dir: 'ltr', label: t('notice.english') } as const
  const arabic = { field: 'arabic', lang: 'ar', dir: 'rtl', label: t('notice.arabic') } as const
  const languages = reads === 'arabic' ? [arabic, english] : [english, arabic]
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <p className="text-muted">{t('notice.hint')}</p>
      {failure !== null && (
        <Alert
          tone="error"
          action={
            refused?.status === 409 && (
              <Button variant="secondary" onClick={reload}>
                {t('notice.theirs')}
              </Button>
            )
          }
        >
          {errorText(t, failure)}
        </Alert>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        {languages.map(({ field, lang, dir, label }) => (
          <div key={field} className="flex min-w-0 flex-col gap-4">
            <TextArea
              name={field}
              label={label}
              lang={lang}
              dir={dir}
              rows={18}
              required
              value={typed[field]}
              error={wrong(field)}
              onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            />
            <details className="rounded-card border border-line bg-paper px-4 py-1 open:pb-4">
              <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-primary">
                {t('notice.preview')}
              </summary>
              <div lang={lang} dir={dir} className="pt-2">
                <ContentText body={typed[field]} />
              </div>
            </details>
          </div>
        ))}
      </div>
      <Button type="submit" busy={saving.busy} className="self-start max-sm:w-full">
        {t('common.save')}
      </Button>
    </form>
  )
}
