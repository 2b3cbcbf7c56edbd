import { useState } from 'react'
import { errorText } from '../../lib/errors'
import { type Lang, useT } from '../../lib/i18n'
import { Select } from '../../ui/Select'
import { useToast } from '../../ui/toast-context'
import { saveMailLanguage } from './api'

interface MailLanguageProps {
  language: Lang
  onSaved: () => Promise<void>
}

/** In which language the shop writes mails. Each language is named in its own script. */
export function MailLanguage({ language, onSaved }: MailLanguageProps) {
  const t = useT()
  const toast = useToast()
  const [chosen, setChosen] = useState(language)

  async function choose(next: Lang) {
    setChosen(next)
    try {
      await saveMailLanguage(next)
      await onSaved()
      toast({ tone: 'success', text: t('done.saved') })
    } catch (error) {
      setChosen(language)
      toast({ tone: 'error', text: errorText(t, error) })
    }
  }

  return (
    <Select
      name="language"
      label={t('account.language')}
      value={chosen}
      onChange={(event) => void choose(event.target.value as Lang)}
      options={[
        { value: 'english', label: 'English' },
        { value: 'arabic', label: 'العربية' },
      ]}
    />
  )
}
