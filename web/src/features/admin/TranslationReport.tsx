import { type Translate, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Link } from '../../ui/Link'
import { Progress } from '../../ui/Progress'
import { Tag } from '../../ui/Tag'
import type { TranslationReportData } from './api'
import { tableAddress } from './table-query'

type Problem = TranslationReportData['problems'][number]

/** How complete the catalogue is in both languages, and what is not. */
export function TranslationReport({ meter }: { meter: TranslationReportData }) {
  const t = useT()
  const part = meter.products === 0 ? 1 : meter.complete / meter.products
  // Rounded down: 100 % is said only when nothing is left.
  const percent = Math.floor(part * 100)
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-4">
        <Progress value={part} label={t('admin.translations_complete', { percent })} />
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
          <Count label={t('admin.products')} count={meter.products} />
          <Count label={t('admin.translations_missing_arabic')} count={meter.missing_arabic} bad />
          <Count
            label={t('admin.translations_missing_english')}
            count={meter.missing_english}
            bad
          />
          <Count label={t('admin.translations_strength')} count={meter.strength_differs} bad />
          <Count
            label={t('admin.translations_no_concern')}
            count={meter.without_concern}
            to={tableAddress({ status: 'approved', withoutConcern: true })}
            bad
          />
        </dl>
      </Card>
      {meter.problems.length === 0 ? (
        <EmptyState illustration={<NothingFound />} title={t('admin.translations_none')} />
      ) : (
        <Card flush as="section" aria-label={t('admin.translations_problems')}>
          <ul className="divide-y divide-line">
            {meter.problems.map((problem) => (
              <li key={`${problem.id} ${problem.problem} ${problem.field}`}>
                <Row problem={problem} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Row({ problem }: { problem: Problem }) {
  const t = useT()
  return (
    <Link
      to={`/product/edit/${encodeURIComponent(problem.id)}`}
      className="grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-quiet md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <span className="min-w-0">
        <bdi className="block font-semibold">{problem.english_name || problem.arabic_name}</bdi>
        {problem.arabic_name !== '' && problem.english_name !== '' && (
          <bdi className="block" lang="ar">
            {problem.arabic_name}
          </bdi>
        )}
        <bdi dir="ltr" className="text-sm text-muted">
          {problem.code}
        </bdi>
      </span>
      <span className="flex flex-wrap items-center gap-2 self-center md:justify-end">
        <span className="text-sm text-muted">{fieldLabel(t, problem.field)}</span>
        <Tag
          tone={problem.problem === 'strength_differs' ? 'bad' : 'waiting'}
          className="whitespace-normal!"
        >
          {problem.problem === 'strength_differs'
            ? t.nodes('admin.translations_strength_differs', {
                english: <bdi key="english">{problem.english ?? ''}</bdi>,
                arabic: <bdi key="arabic">{problem.arabic ?? ''}</bdi>,
              })
            : t(`admin.translations_${problem.problem}`)}
        </Tag>
      </span>
    </Link>
  )
}

function fieldLabel(t: Translate, field: string): string {
  return t.maybe(`product.${field}`) ?? field
}

interface CountProps {
  label: string
  count: number
  bad?: boolean
  /** Where those that are counted are listed. */
  to?: string
}

function Count({ label, count, bad = false, to }: CountProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">
        {to === undefined || count === 0 ? (
          label
        ) : (
          <Link to={to} className="text-primary underline">
            {label}
          </Link>
        )}
      </dt>
      <dd className={bad && count > 0 ? 'text-2xl font-bold text-warning' : 'text-2xl font-bold'}>
        {count}
      </dd>
    </div>
  )
}
