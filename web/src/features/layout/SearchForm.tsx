import { Search } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { useLocation, useNavigate } from '../../lib/router'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { readQuery, writeQuery } from '../../lib/query-string'
import { Combobox, type ComboboxOption } from '../../ui/Combobox'

interface SearchFormProps {
  /** Lets the bottom bar of phones put the focus here. */
  inputRef?: RefObject<HTMLInputElement | null>
  /** What is suggested for the text typed so far. */
  options?: readonly ComboboxOption[]
  /** Someone is about to type: the moment to fetch what suggests. Tells what is in the box. */
  onIntent?: (query: string) => void
  onQuery?: (query: string) => void
  onChoose?: (option: ComboboxOption) => void
  /** The results of a query are opened. */
  onSearch?: (query: string) => void
  /** The recent searches, offered while the box is empty, are to be forgotten. */
  onForget?: () => void
}

/** Where results are shown; the form works as a plain one too, before any script runs. */
const RESULTS = '/search-results'

const footerStyle =
  'flex min-h-11 w-full items-center gap-3 rounded-small px-3 font-semibold text-primary hover:bg-primary-tint'

const noOptions: readonly ComboboxOption[] = []

/** The search box. An empty search does nothing; any other opens the results. */
export function SearchForm({
  inputRef,
  options = noOptions,
  onIntent,
  onQuery,
  onChoose,
  onSearch,
  onForget,
}: SearchFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const location = useLocation()
  const searched = location.pathname === RESULTS ? (readQuery(location.search).get('q') ?? '') : ''
  const [query, setQuery] = useState(searched)
  const [shown, setShown] = useState(searched)
  if (shown !== searched) {
    // The address is the truth: going back or opening a link changes what the box says.
    setShown(searched)
    setQuery(searched)
  }

  function change(text: string) {
    setQuery(text)
    onQuery?.(text)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = query.trim()
    if (wanted === '') return
    // Closes the suggestions, and the keyboard of a phone that lies over the results.
    event.currentTarget.querySelector('input')?.blur()
    onSearch?.(wanted)
    navigate(RESULTS + writeQuery([['q', wanted]]))
  }

  return (
    <form role="search" action={RESULTS} onSubmit={submit} className="relative">
      <Combobox
        ref={inputRef}
        label={t('search.label')}
        value={query}
        onValueChange={change}
        options={options}
        onChoose={(option) => {
          change('')
          onChoose?.(option)
        }}
        // What the box holds, not the state: what was typed before hydration is on its way there.
        onFocus={(event) => onIntent?.(event.currentTarget.value)}
        footer={
          query === '' ? (
            <button type="button" onClick={onForget} className={footerStyle}>
              {t('search.clear_recent')}
            </button>
          ) : (
            <button type="submit" className={footerStyle}>
              <Search aria-hidden="true" className="size-5" />
              {t('search.all_results')}
            </button>
          )
        }
        name="q"
        inputMode="search"
        enterKeyHint="search"
        required
        maxLength={shop.search.query_max}
        placeholder={t('search.placeholder')}
        inputClassName="h-12 w-full appearance-none rounded-full border border-control/60 bg-ground ps-5 pe-14 text-base text-ink text-ellipsis transition-colors placeholder:text-muted hover:border-primary focus:border-primary focus:bg-paper"
      />
      <button
        type="submit"
        aria-label={t('search.submit')}
        className="absolute end-0.5 top-0.5 flex size-11 items-center justify-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary-hover"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
    </form>
  )
}
