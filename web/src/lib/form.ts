import { useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  type UseFormRegisterReturn,
  useWatch,
} from 'react-hook-form'
import { ApiError, refusalText } from './errors'
import { type Translate, useT } from './i18n'
import { useMutation } from './query/use-mutation'
import { type FormName, rulesResolver } from './validation'

/** What a control of ours is given to be part of a form. */
export type FieldProps = UseFormRegisterReturn & { error: string | undefined }

/** A form over the rules of rules.json. */
export interface RulesForm<T extends FieldValues> {
  /** Props of the control with this name. */
  field: (name: Path<T>) => FieldProps
  /** For `onSubmit`: checks, focuses the first wrong field, or sends. */
  submit: (event: React.FormEvent<HTMLFormElement>) => void
  busy: boolean
  /** Why sending failed, where no field is to blame; already in the reader's language. */
  failure: string | undefined
  /** Puts values in, as they come from the server. */
  reset: (values: T) => void
  values: () => T
  /** What is in a field now, for a control that shows it itself. */
  value: (name: Path<T>) => string
  /** What the server said against something that is sent along and is no field of the form. */
  refused: (name: string) => string | undefined
  /** Writes into a field as if it were typed. */
  set: (name: Path<T>, value: string) => void
}

/**
 * One way to write a form: live checks by the shared rules, no second press while sending, and the
 * server's complaints beside their fields. What was typed stays, whatever happens.
 */
export function useRulesForm<T extends FieldValues>(
  rules: FormName,
  defaultValues: DefaultValues<T>,
  send: (clean: T, reset: (values: T) => void) => Promise<void>,
  say: (t: Translate, error: unknown) => string = refusalText,
): RulesForm<T> {
  const t = useT()
  const form = useForm<T>({
    resolver: rulesResolver<T>(rules),
    mode: 'onChange',
    defaultValues,
    shouldFocusError: false, // in the order of the hooks, which need not be the order on the screen
  })
  const { errors } = form.formState
  const [placed, setPlaced] = useState(false)
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({})
  const sending = useMutation({
    scope: { id: `form ${rules}` },
    mutationFn: (clean: T) => {
      const sent = { ...form.getValues() }
      return send(clean, (values) => form.reset({ ...values, ...typedSince(sent) }))
    },
  })
  const typed: Partial<Record<string, unknown>> = useWatch({ control: form.control })

  /** The fields that were typed into while the form was being sent. */
  function typedSince(sent: T): Partial<T> {
    const entries = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name])
    return Object.fromEntries(entries) as Partial<T>
  }

  function place(error: unknown, controls: HTMLFormElement) {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : []
    const unknown = fields.filter(([name]) => !(name in form.getValues()))
    for (const [name, message] of fields) {
      if (name in form.getValues()) form.setError(name as Path<T>, { type: 'server', message })
    }
    focusFirst(controls, new Set(fields.map(([name]) => name)))
    setOthers(Object.fromEntries(unknown))
    setPlaced(fields.length > 0 && unknown.length === 0)
  }

  const ruleText = (code: unknown) =>
    typeof code === 'string' ? (t.maybe(`rule.${code}`) ?? code) : undefined

  async function checkAndSend(event: React.FormEvent, controls: HTMLFormElement) {
    await form.handleSubmit(
      async (clean) => {
        setPlaced(false)
        setOthers({})
        try {
          await sending.mutateAsync(clean)
        } catch (error) {
          place(error, controls)
        }
      },
      (wrong) => focusFirst(controls, new Set(Object.keys(wrong))),
    )(event)
  }

  // A second press can come before the first is rendered, so the state alone cannot refuse it.
  const underWay = useRef(false)
  async function submitOnce(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    try {
      await checkAndSend(event, event.currentTarget)
    } finally {
      underWay.current = false
    }
  }

  return {
    field: (name) => ({ ...form.register(name), error: ruleText(errors[name]?.message) }),
    submit: (event) => void submitOnce(event),
    busy: sending.isPending,
    failure: sending.error === null || placed ? undefined : say(t, sending.error),
    reset: (values) => form.reset(values),
    values: () => form.getValues(),
    value: (name) => {
      const value = typed[name]
      return typeof value === 'string' ? value : ''
    },
    refused: (name) => ruleText(others[name]),
    set: (name, value) =>
      form.setValue(name, value as PathValue<T, Path<T>>, {
        shouldDirty: true,
        shouldValidate: true,
      }),
  }
}

/** Focuses the first control on the screen that has one of these names. */
function focusFirst(form: HTMLFormElement, names: ReadonlySet<string>) {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && names.has(control.getAttribute('name') ?? '')) {
      // In the middle of the screen: what is said about it stands below it, and a phone's keyboard below that.
      control.focus({ preventScroll: true })
      control.scrollIntoView({ block: 'center' })
      return
    }
  }
}
