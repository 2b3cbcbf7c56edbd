import { useState } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextInput } from '../../ui/TextInput'
import { askRestock } from './api'

/** Asks a visitor where the mail goes that tells of a product. */
export function RestockForm({ productId }: { productId: string }) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const form = useRulesForm<{ email: string }>('restock_alert', { email: '' }, async (clean) => {
    setAsked(false)
    await askRestock(productId, clean.email)
    setAsked(true)
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {asked && form.failure === undefined && (
        <Alert tone="success">{t('done.restock_asked')}</Alert>
      )}
      <TextInput
        {...form.field('email')}
        required
        ltr
        type="email"
        inputMode="email"
        label={t('product.notify_email')}
        hint={t('product.notify_hint')}
        autoComplete="email"
      />
      <Button type="submit" busy={form.busy}>
        {t('product.notify')}
      </Button>
    </form>
  )
}
