import { type ComponentType, type RefObject, useRef, useState } from 'react'
import { useNavigate } from '../lib/router'
import { SearchForm } from '../features/layout/SearchForm'
import { loadChunk } from '../lib/chunk'
import { withSoonTexts } from '../lib/i18n'
import type { ComboboxOption } from '../ui/Combobox'

interface SuggesterProps {
  text: string
  empty: boolean
  onOptions: (options: readonly ComboboxOption[]) => void
}

/** What comes when the box is first used. */
interface SuggesterParts {
  Suggester: ComponentType<SuggesterProps>
  rememberSearch: (query: string) => void
  forgetSearches: () => void
}

const none: readonly ComboboxOption[] = []

/** The search box of the header. What suggests is fetched when someone first comes to type. */
export function SearchBox({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const [options, setOptions] = useState(none)
  const [parts, setParts] = useState<SuggesterParts | null>(null)
  const loading = useRef<Promise<SuggesterParts> | null>(null)

  function fetchSuggester() {
    if (loading.current !== null) return
    loading.current = loadChunk('suggester', () =>
      withSoonTexts(() => import('../features/search/Suggester')),
    )
    loading.current.then(setParts, () => {
      // Searching works without suggestions; the next letter loads them again.
      loading.current = null
    })
  }

  function prepare(query: string) {
    setEmpty(query === '')
    fetchSuggester()
  }

  function change(query: string) {
    setText(query)
    prepare(query)
  }

  return (
    <>
      <SearchForm
        inputRef={inputRef}
        options={options}
        onIntent={prepare}
        onQuery={change}
        onChoose={(option) => {
          setText('')
          setEmpty(false)
          if (option.to !== undefined) navigate(option.to)
        }}
        onSearch={(query) => {
          setEmpty(false)
          // Whoever is quick searches before this has arrived.
          loading.current?.then(
            ({ rememberSearch }) => rememberSearch(query),
            () => undefined,
          )
        }}
        onForget={() => {
          parts?.forgetSearches()
          setEmpty(false)
          inputRef.current?.focus()
        }}
      />
      {parts !== null && <parts.Suggester text={text} empty={empty} onOptions={setOptions} />}
    </>
  )
}
