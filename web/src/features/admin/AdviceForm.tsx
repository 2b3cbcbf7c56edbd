import { type FormEvent, useState } from 'react'
import { ApiError, errorText } from '../../lib/errors'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { useWrite } from '../../ui/use-write'
import type { Advice } from './api'

interface AdviceFormProps {
  advice: Advice
  save: (texts: { english: string; arabic: string }) => Promise<void>
  reload: () => void
  onCancel: () => void
}

/** Words the advice of one concern in both languages, each in its own direction. */
export function AdviceForm({ advice, save, reload, onCancel }: AdviceFormProps) {
  const t = useT()
  const { lang } = useLang()
  const [typed, setTyped] = useState({ ...advice.advice })
  const saving = useWrite({
    resource: 'advice',
    write: () => save(typed),
    onFailed: () => {},
  })
  const { failure } = saving
  const refused = failure instanceof ApiError ? failure : undefined
  const fields = [
    { field: 'english', lang: 'en', dir: 'ltr', label: t('notice.english') },
    { field: 'arabic', lang: 'ar', dir: 'rtl', label: t('notice.arabic') },
  ] as const

  function submit(event: FormEvent) {
    event.preventDefault()
    saving.send()
  }

  function wrong(field: 'english' | 'arabic'): string | undefined {
    const code = refused?.fields[field]
    return code === undefined ? undefined : (t.maybe(`rule.${code}`) ?? code)
  }

  const { default_advice: usual } = advice
  const differs = usual.english !== typed.english || usual.arabic !== typed.arabic
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 py-2">
      <h2 className="text-lg">
        <bdi>{inLang(lang, advice.label)}</bdi>
      </h2>
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
      <div className="grid gap-4 lg:grid-cols-2">
        {fields.map(({ field, lang: language, dir, label }) => (
          <TextArea
            key={field}
            name={field}
            label={label}
            lang={language}
            dir={dir}
            rows={3}
            maxLength={300}
            value={typed[field]}
            error={wrong(field)}
            onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
          />
        ))}
      </div>
      <p className="text-sm text-muted">{t('advice.empty_hint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.busy}>
          {t('common.save')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        {differs && usual.english !== '' && (
          <Button variant="quiet" onClick={() => setTyped({ ...usual })}>
            {t('advice.use_default')}
          </Button>
        )}
      </div>
    </form>
  )
}
