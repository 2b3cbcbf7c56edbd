import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { TextInput } from '../../ui/TextInput'

interface CodeInputProps {
  field: FieldProps
  /** Empties the field for the other kind of code; given where a recovery code is taken too. */
  clear?: () => void
  /** Takes the focus as it appears, where the code is the next thing to do. */
  focused?: boolean
}

/** The two-factor code. A refused one is selected, so that the next replaces it. */
export function CodeInput({ field, clear, focused = false }: CodeInputProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [recovery, setRecovery] = useState(false)

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  useEffect(() => {
    if (field.error !== undefined) input.current?.select()
  }, [field.error])

  function change() {
    clear?.()
    // A phone chooses its keyboard when the field gets the focus: letters must be allowed by then.
    flushSync(() => setRecovery(!recovery))
    input.current?.focus()
  }

  return (
    <div className="flex flex-col items-start gap-1">
      <TextInput
        {...field}
        ref={(element) => {
          field.ref(element)
          input.current = element
        }}
        ltr
        required
        label={t(recovery ? 'auth.recovery_code' : 'auth.code')}
        hint={t(hintOf(clear !== undefined, recovery))}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="w-full"
      />
      {clear !== undefined && (
        <Button variant="quiet" onClick={change} className="-ms-4">
          {t(recovery ? 'auth.code_of_app' : 'auth.recovery_code_use')}
        </Button>
      )}
    </div>
  )
}

function hintOf(orRecovery: boolean, recovery: boolean) {
  if (recovery) return 'auth.recovery_code_hint'
  return orRecovery ? 'auth.code_hint' : 'two_factor.confirm_hint'
}
