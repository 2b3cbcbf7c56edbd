import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { IconButton } from '../../ui/IconButton'
import { Tag } from '../../ui/Tag'
import { TextInput } from '../../ui/TextInput'
import { AdviceForm } from './AdviceForm'
import type { Advice } from './api'

interface AdviceListProps {
  advice: readonly Advice[]
  save: (advice: Advice, texts: { english: string; arabic: string }) => Promise<void>
  /** Fetches what somebody else saved meanwhile. */
  reload: () => void
}

/** The advice of every concern; one at a time is edited, in its row. */
export function AdviceList({ advice, save, reload }: AdviceListProps) {
  const t = useT()
  const [editing, setEditing] = useState<string | null>(null)
  const [wanted, setWanted] = useState('')
  const shown = advice.filter((one) => one.key === editing || named(one, wanted))
  return (
    <>
      <TextInput
        name="concern"
        type="search"
        label={t('advice.filter')}
        className="mb-4 max-w-md"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Card flush>
        <ul className="divide-y divide-line">
          {shown.map((one) => (
            <li key={one.key} className="px-4 py-2">
              {one.key === editing ? (
                <AdviceForm
                  key={one.version}
                  advice={one}
                  save={async (texts) => {
                    await save(one, texts)
                    setEditing(null)
                  }}
                  reload={reload}
                  onCancel={() => setEditing(null)}
                />
              ) : (
                <Row advice={one} onEdit={() => setEditing(one.key)} />
              )}
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="px-4 py-6 text-muted">{t('common.none')}</p>}
      </Card>
    </>
  )
}

function named({ key, label }: Advice, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  return [key, label.english.toLowerCase(), label.arabic].some((name) => name.includes(text))
}

function Row({ advice, onEdit }: { advice: Advice; onEdit: () => void }) {
  const t = useT()
  const { lang } = useLang()
  const label = inLang(lang, advice.label)
  const line = inLang(lang, advice.advice)
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          <bdi>{label}</bdi>
          {advice.version > 0 && <Tag tone="good">{t('advice.changed')}</Tag>}
        </p>
        <p className="text-muted">{line === '' ? t('advice.none') : <bdi>{line}</bdi>}</p>
      </div>
      <IconButton
        label={t('advice.edit', { concern: label })}
        icon={<Pencil className="size-5" />}
        onClick={onEdit}
      />
    </div>
  )
}
