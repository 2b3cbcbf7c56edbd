import { useId } from 'react'
import { fieldLabel } from '../../domain/product/field-label'
import { inLang, type Translate, useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { concernChoicesQuery } from './api'
import type { PartDifference, ProductPart } from './differences'

/** Whose value a part has. */
export type Choice = 'mine' | 'theirs'

interface ChangedPartsProps {
  differences: readonly PartDifference[]
  choices: Readonly<Partial<Record<ProductPart, Choice>>>
  onChoose: (part: ProductPart, choice: Choice) => void
}

/** What somebody else changed meanwhile, part by part, and whose value shall stay. */
export function ChangedParts({ differences, choices, onChoose }: ChangedPartsProps) {
  const t = useT()
  return (
    <Alert tone="warning" title={t('product.changed_title')}>
      <p>{t('product.changed_text')}</p>
      <ul className="mt-3 grid gap-3 lg:grid-cols-2">
        {differences.map((difference) => (
          <Row
            key={difference.part}
            difference={difference}
            choice={choices[difference.part] ?? (difference.contested ? 'mine' : 'theirs')}
            onChoose={(choice) => onChoose(difference.part, choice)}
          />
        ))}
      </ul>
    </Alert>
  )
}

interface RowProps {
  difference: PartDifference
  choice: Choice
  onChoose: (choice: Choice) => void
}

function Row({ difference, choice, onChoose }: RowProps) {
  const t = useT()
  const name = useId()
  return (
    <li className="rounded-control border border-line bg-paper p-3">
      <fieldset className="flex flex-col">
        <legend className="float-start w-full font-semibold">
          {partLabel(t, difference.part)}
        </legend>
        {(['mine', 'theirs'] as const).map((whose) => (
          <label key={whose} className="flex min-h-11 items-center gap-3 py-1">
            <input
              type="radio"
              name={name}
              checked={choice === whose}
              onChange={() => onChoose(whose)}
              className="size-5 shrink-0"
            />
            <span className="min-w-0">
              <span className="block text-sm text-muted">
                {t(whose === 'mine' ? 'product.keep_mine' : 'product.take_theirs')}
              </span>
              <Value difference={difference} whose={whose} />
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}

function Value({ difference, whose }: { difference: PartDifference; whose: Choice }) {
  const t = useT()
  const text = difference[whose]
  if (text === '') return <span className="text-muted">{t('common.none')}</span>
  if (difference.part === 'images') {
    return (
      <span className="flex flex-wrap gap-1">
        {text.split('\n').map((url) => (
          <img key={url} src={url} alt="" className="size-12 rounded-small bg-quiet" />
        ))}
      </span>
    )
  }
  if (difference.part === 'concerns') return <ConcernNames keys={text} />
  return (
    <span dir="auto" className="line-clamp-3 whitespace-pre-line">
      {valueText(t, difference.part, text)}
    </span>
  )
}

function ConcernNames({ keys }: { keys: string }) {
  const { lang } = useLang()
  const texts = useQuery(concernChoicesQuery()).data ?? []
  const labels = new Map(texts.map(({ key, label }) => [key, inLang(lang, label)]))
  return (
    <span>
      {keys
        .split(',')
        .map((key) => labels.get(key) ?? key)
        .join(' · ')}
    </span>
  )
}

function valueText(t: Translate, part: ProductPart, text: string): string {
  if (part === 'category') return t.maybe(`category.${text}`) ?? text
  if (part === 'regulation') return t.maybe(`regulation.${text}`) ?? text
  if (part === 'form') return t.maybe(`form.${text}`) ?? text
  if (part === 'price') return `$${text}`
  if (part === 'suits') {
    return text
      .split(',')
      .map((key) => t.maybe(`list.suits_${key}`) ?? key)
      .join(' · ')
  }
  return text
}

/** What a part of a product is called in the form. */
function partLabel(t: Translate, part: ProductPart): string {
  return fieldLabel(t, part === 'ingredients' ? 'active_ingredients' : part)
}
