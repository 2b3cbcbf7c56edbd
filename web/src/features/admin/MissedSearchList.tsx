import { type FormEvent, useState } from 'react'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import type { ConcernText } from '../../lib/page-data'
import type { ConcernWord, MissedSearch } from './api'

interface MissedSearchListProps {
  misses: readonly MissedSearch[]
  concerns: readonly ConcernText[]
  /** The word that is being added. */
  adding: string | undefined
  onAdd: (word: ConcernWord) => void
}

/** What was searched for without an exact answer, each with the way to teach it. */
export function MissedSearchList({ misses, concerns, adding, onAdd }: MissedSearchListProps) {
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {misses.map((miss) => (
          <li
            key={`${miss.query} ${miss.match}`}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3"
          >
            <MissRow miss={miss} concerns={concerns} busy={adding === miss.query} onAdd={onAdd} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface MissRowProps {
  miss: MissedSearch
  concerns: readonly ConcernText[]
  busy: boolean
  onAdd: (word: ConcernWord) => void
}

function MissRow({ miss, concerns, busy, onAdd }: MissRowProps) {
  const t = useT()
  const { lang } = useLang()
  const [concern, setConcern] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (concern !== '') onAdd({ word: miss.query, concern })
  }

  return (
    <>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          <bdi>{miss.query}</bdi>
        </p>
        <p className="text-sm text-muted">
          {t('admin.searches_count')}: <span className="tabular">{miss.count}</span> ·{' '}
          {t('admin.searches_match')}: {t.maybe(`admin.searches_match_${miss.match}`) ?? miss.match}{' '}
          · {t('admin.searches_last')}: <bdi dir="ltr">{miss.last_day}</bdi>
        </p>
      </div>
      <form onSubmit={submit} className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
        <Select
          name="concern"
          label={`${t('admin.searches_add_for')} (${miss.query})`}
          hideLabel
          className="min-w-0 flex-1 basis-56"
          value={concern}
          onChange={(event) => setConcern(event.target.value)}
          options={[
            { value: '', label: t('admin.searches_choose') },
            ...concerns.map(({ key, label }) => ({ value: key, label: inLang(lang, label) })),
          ]}
        />
        <Button type="submit" variant="secondary" busy={busy} disabled={concern === ''}>
          {t('common.add')}
        </Button>
      </form>
    </>
  )
}
