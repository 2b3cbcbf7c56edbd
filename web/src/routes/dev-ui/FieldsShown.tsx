import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { PasswordInput } from '../../ui/PasswordInput'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import { useWords } from './words'

/** Every control of a form, right, wrong and switched off. */
export function FieldsShown() {
  const word = useWords()
  const categories = [
    { value: 'pain_killers', label: word('painKillers') },
    { value: 'vitamins', label: word('vitamins') },
  ]
  return (
    <Card as="form" className="grid gap-5 md:grid-cols-2">
      <TextInput label={word('name')} name="full_name" autoComplete="name" placeholder="Layla" />
      <TextInput
        label={word('name')}
        name="full_name_wrong"
        defaultValue="La"
        error={word('nameError')}
      />
      <TextInput
        label={word('phone')}
        name="phone_nb"
        prefix="+961"
        ltr
        inputMode="tel"
        defaultValue="70123456"
        hint={word('phoneHint')}
      />
      <PasswordInput label={word('password')} name="password" defaultValue="demo12345" />
      <Select
        label={word('category')}
        name="category"
        placeholder={word('choose')}
        defaultValue=""
        options={categories}
      />
      <TextInput label={word('email')} name="email" ltr disabled defaultValue="layla@example.com" />
      <TextArea label={word('extra')} name="extra_info" optional />
      <div>
        <Checkbox label={word('remember')} name="remember" defaultChecked />
        <Checkbox label={word('marketing')} name="marketing" />
        <Checkbox label={word('marketing')} name="marketing_off" disabled />
      </div>
    </Card>
  )
}
