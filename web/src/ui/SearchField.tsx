import { Search } from 'lucide-react'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { useT } from '../lib/i18n'
import { Button } from './Button'
import { cx } from './cx'
import { TextInput } from './TextInput'

interface SearchFieldProps extends Pick<
  ComponentProps<typeof TextInput>,
  'inputMode' | 'ltr' | 'dir'
> {
  label: string
  /** What is searched for now, as the address says. */
  searched: string
  onSearch: (typed: string) => void
  className?: string
}

/** A search within a list: what is typed is searched for on Enter or by the button. */
export function SearchField({ label, searched, onSearch, className, ...input }: SearchFieldProps) {
  const t = useT()
  const [typed, setTyped] = useState(searched)
  const [shown, setShown] = useState(searched)
  // What was asked for here and does not stand in the address yet.
  const [asked, setAsked] = useState<string | null>(null)
  if (shown !== searched) {
    // Going back or opening a link changes what the field says; what was asked for here leaves alone what was typed since.
    setShown(searched)
    setAsked(null)
    if (searched !== asked) setTyped(searched)
  }

  function ask(text: string) {
    setAsked(text)
    onSearch(text)
  }

  function search(event: FormEvent) {
    event.preventDefault()
    ask(typed)
  }

  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={search}
      className={cx('flex items-end gap-2', className)}
    >
      <TextInput
        {...input}
        name="q"
        type="search"
        label={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          // An emptied field shows everything again, without another press.
          if (event.target.value === '' && searched !== '') ask('')
        }}
        className="max-w-md min-w-0 flex-1"
      />
      <Button type="submit" variant="secondary">
        <Search aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">{t('common.search')}</span>
      </Button>
    </form>
  )
}
