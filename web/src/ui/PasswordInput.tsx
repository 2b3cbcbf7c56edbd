import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useT } from '../lib/i18n'
import { IconButton } from './IconButton'
import { TextInput } from './TextInput'

type PasswordInputProps = Omit<
  ComponentProps<typeof TextInput>,
  'type' | 'suffix' | 'prefix' | 'ltr'
>

/** A password that can be looked at before it is sent. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      ltr
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={t(shown ? 'a11y.hide_password' : 'a11y.show_password')}
          icon={shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          onClick={() => setShown(!shown)}
          className="text-muted"
        />
      }
    />
  )
}
