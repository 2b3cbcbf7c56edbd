import { useState } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import { type ContactFields, sendMessage } from './api'

interface ContactFormProps {
  name: string
  email: string
  /** How the message begins, when it is about something. */
  message?: string
}

/** A message to the shop. What was typed stays until it has arrived. */
export function ContactForm({ name, email, message = '' }: ContactFormProps) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const form = useRulesForm<ContactFields>(
    'contact',
    { name, email, message },
    async (clean, reset) => {
      setSent(false)
      await sendMessage(clean)
      setSent(true)
      reset({ ...clean, message: '' })
    },
  )
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {sent && form.failure === undefined && <Alert tone="success">{t('done.message_sent')}</Alert>}
      <TextInput
        {...form.field('name')}
        required
        label={t('page.contact_name')}
        autoComplete="name"
      />
      <TextInput
        {...form.field('email')}
        required
        ltr
        type="email"
        inputMode="email"
        label={t('page.contact_email')}
        autoComplete="email"
      />
      <TextArea {...form.field('message')} required rows={6} label={t('page.contact_message')} />
      <Button type="submit" busy={form.busy} className="self-start max-sm:w-full">
        {t('page.contact_send')}
      </Button>
    </form>
  )
}
