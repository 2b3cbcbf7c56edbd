import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { useT } from '../lib/i18n'
import { cx } from './cx'

/** One suggestion. */
export interface ComboboxOption {
  id: string
  /** What it is called. */
  label: string
  /** What it looks like, and is read as; the label when not given. */
  content?: ReactNode
  /** The heading that it stands under, with those next to it that have the same. */
  group?: string
  /** Where choosing it leads. */
  to?: string
}

interface ComboboxProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onSelect' | 'role' | 'children'
> {
  /** The input's name for screen readers. */
  label: string
  value: string
  onValueChange: (value: string) => void
  /** What is suggested for the value now; an empty list closes the popup. */
  options: readonly ComboboxOption[]
  /** A suggestion was pressed, or Enter was pressed on it. */
  onChoose: (option: ComboboxOption) => void
  /** Shown under the suggestions, such as 'See all results'. */
  footer?: ReactNode
  /** Classes of the input. */
  inputClassName?: string
}

/**
 * A text input with a list of suggestions. Typing stays free: Enter without a chosen suggestion
 * is left to the form around it. Up and Down choose, Escape closes.
 */
export function Combobox({
  label,
  value,
  onValueChange,
  options,
  onChoose,
  footer,
  className,
  inputClassName,
  onFocus,
  ...rest
}: ComboboxProps) {
  const t = useT()
  const listId = useId()
  const [wanted, setWanted] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)

  const open = wanted && options.length > 0
  const activeIndex = options.findIndex((option) => option.id === active)

  function close() {
    setWanted(false)
    setActive(null)
  }

  function choose(option: ComboboxOption) {
    close()
    onChoose(option)
  }

  function move(by: 1 | -1) {
    if (options.length === 0) return
    setWanted(true)
    // One place more than there are suggestions: the text itself, between the last and the first.
    const places = options.length + 1
    const next = (activeIndex + 1 + by + places) % places
    setActive(options[next - 1]?.id ?? null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter and the arrows belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') {
      const option = options[activeIndex]
      if (open && option !== undefined) {
        event.preventDefault()
        choose(option)
      } else {
        close()
      }
    }
  }

  return (
    <div
      ref={root}
      className={cx('relative', className)}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) close()
      }}
    >
      <input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && activeIndex >= 0 ? optionId(listId, activeIndex) : undefined}
        value={value}
        onChange={(event) => {
          setActive(null)
          setWanted(true)
          onValueChange(event.target.value)
        }}
        onFocus={(event) => {
          setWanted(true)
          onFocus?.(event)
        }}
        onKeyDown={onKeyDown}
        className={inputClassName}
      />
      <div
        role="presentation"
        hidden={!open}
        // Keeps the focus in the input, so that a press does not close the list under the finger.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-40 mt-1 max-h-[75dvh] animate-appear overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1 shadow-raised"
      >
        <div id={listId} role="listbox" aria-label={t('a11y.suggestions_list')} tabIndex={-1}>
          {grouped(options).map(({ group, from, rows }) => (
            <OptionGroup key={group} label={group}>
              {rows.map((option, place) => (
                // The keyboard reaches a suggestion through the input, which keeps the focus.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={option.id}
                  id={optionId(listId, from + place)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={from + place === activeIndex}
                  onClick={() => choose(option)}
                  onPointerMove={() => setActive(option.id)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-1 aria-selected:bg-primary-tint"
                >
                  {option.content ?? <bdi>{option.label}</bdi>}
                </div>
              ))}
            </OptionGroup>
          ))}
        </div>
        {footer}
      </div>
      <span role="status" className="sr-only">
        {open ? t('a11y.suggestions', { count: options.length }) : ''}
      </span>
    </div>
  )
}

/** Suggestions under one heading; without a heading they stand in the list itself. */
function OptionGroup({ label, children }: { label: string; children: ReactNode }) {
  if (label === '') return children
  return (
    <div role="group" aria-label={label}>
      <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
        {label}
      </p>
      {children}
    </div>
  )
}

interface Grouped {
  group: string
  /** The place of the first among all. */
  from: number
  rows: ComboboxOption[]
}

function grouped(options: readonly ComboboxOption[]): Grouped[] {
  const groups: Grouped[] = []
  options.forEach((option, place) => {
    const group = option.group ?? ''
    const last = groups.at(-1)
    if (last?.group === group) last.rows.push(option)
    else groups.push({ group, from: place, rows: [option] })
  })
  return groups
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
