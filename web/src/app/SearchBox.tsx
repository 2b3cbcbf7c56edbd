import { type ComponentType, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchForm } from '../features/layout/SearchForm'
import { loadChunk } from '../lib/chunk'
import type { ComboboxOption } from '../ui/Combobox'

interface SuggesterProps {
  text: string
  onOptions: (options: readonly ComboboxOption[]) => void
}

const none: readonly ComboboxOption[] = []

/** The search box of the header. What suggests is fetched when someone first comes to type. */
export function SearchBox({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [options, setOptions] = useState(none)
  const [parts, setParts] = useState<{ Suggester: ComponentType<SuggesterProps> } | null>(null)
  const asked = useRef(false)

  function fetchSuggester() {
    if (asked.current) return
    asked.current = true
    loadChunk('suggester', () => import('../features/search/Suggester')).then(setParts, () => {
      // Searching works without suggestions; the next focus loads them again.
      asked.current = false
    })
  }

  return (
    <>
      <SearchForm
        inputRef={inputRef}
        options={options}
        onIntent={fetchSuggester}
        onQuery={setText}
        onChoose={(option) => {
          setText('')
          void navigate(`/product/${encodeURIComponent(option.id)}`)
        }}
      />
      {parts !== null && <parts.Suggester text={text} onOptions={setOptions} />}
    </>
  )
}
