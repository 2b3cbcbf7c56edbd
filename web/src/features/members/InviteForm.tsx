import { useState } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { invite, type Role } from './api'

interface InviteFormProps {
  place: string
  /** The roles that can be given here, the strongest first. */
  roles: readonly Role[]
  onInvited: () => void
}

/** Invites somebody by mail. */
export function InviteForm({ place, roles, onInvited }: InviteFormProps) {
  const t = useT()
  const [role, setRole] = useState<Role | undefined>(roles.at(-1))
  const form = useRulesForm<{ email: string }>(
    'reset_request',
    { email: '' },
    async ({ email }, reset) => {
      await invite(place, email, role ?? '')
      reset({ email: '' })
      onInvited()
    },
  )
  return (
    <Card as="section" className="flex flex-col gap-3">
      <h2 className="text-xl">{t('members.invite_title')}</h2>
      <p className="text-muted">{t('members.invite_text')}</p>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
        {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
        <div className="grid gap-3 sm:grid-cols-2">
          <TextInput
            {...form.field('email')}
            required
            ltr
            type="email"
            inputMode="email"
            autoComplete="off"
            label={t('members.email')}
          />
          <Select
            name="role"
            label={t('members.role')}
            value={role}
            hint={role === undefined ? undefined : t.maybe(`role_about.${role}`)}
            onChange={(event) => setRole(event.target.value as Role)}
            options={roles.map((one) => ({ value: one, label: t(`role.${one}`) }))}
          />
        </div>
        <Button type="submit" busy={form.busy} className="self-start max-sm:w-full">
          {t('members.invite')}
        </Button>
      </form>
    </Card>
  )
}
