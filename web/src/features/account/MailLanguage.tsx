import { type Lang, useT } from '../../lib/i18n'
import { Select } from '../../ui/Select'
import { useToast } from '../../ui/toast-context'
import { useWrite } from '../../ui/use-write'
import { saveMailLanguage } from './api'

interface MailLanguageProps {
  language: Lang
  onSaved: () => Promise<void>
}

/** In which language the shop writes mails. Each language is named in its own script. */
export function MailLanguage({ language, onSaved }: MailLanguageProps) {
  const t = useT()
  const toast = useToast()
  const choice = useWrite({
    resource: 'account',
    write: async (next: Lang) => {
      await saveMailLanguage(next)
      await onSaved()
    },
    onDone: () => toast({ tone: 'success', text: t('done.saved') }),
  })
  const chosen = choice.busy ? (choice.variables ?? language) : language

  return (
    <Select
      name="language"
      label={t('account.language')}
      value={chosen}
      onChange={(event) => choice.send(event.target.value as Lang)}
      options={[
        { value: 'english', label: 'English' },
        { value: 'arabic', label: 'العربية' },
      ]}
    />
  )
}
