import { X } from 'lucide-react'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import type { ConcernText } from '../../lib/page-data'
import type { ConcernWord } from './api'

interface ConcernWordListProps {
  words: readonly ConcernWord[]
  concerns: readonly ConcernText[]
  onRemove: (word: string) => void
}

/** The words that admins added, each with its concern, and the way to take it away. */
export function ConcernWordList({ words, concerns, onRemove }: ConcernWordListProps) {
  const t = useT()
  const { lang } = useLang()
  if (words.length === 0) return <p className="text-muted">{t('admin.searches_words_none')}</p>
  const labels = new Map(concerns.map(({ key, label }) => [key, inLang(lang, label)]))
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {words.map(({ word, concern }) => (
          <li key={word} className="flex items-center gap-4 px-4 py-1">
            <p className="min-w-0 flex-1 wrap-anywhere">
              <bdi className="font-semibold">{word}</bdi>{' '}
              <span className="text-muted">
                → <bdi>{labels.get(concern) ?? concern}</bdi>
              </span>
            </p>
            <button
              type="button"
              aria-label={t('admin.searches_remove', { word })}
              onClick={() => onRemove(word)}
              className="grid size-11 place-items-center rounded-full text-muted hover:text-danger"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
