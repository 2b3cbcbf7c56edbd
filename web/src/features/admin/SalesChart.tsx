import { useState } from 'react'
import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import type { DaySales } from './api'
import { roundedMaximum } from './chart-scale'

const HEIGHT = 100
/** How much of a day's place its bar fills. */
const WIDTH = 0.7

/** What was sold each day: bars to look at, a table to read. */
export function SalesChart({ days }: { days: readonly DaySales[] }) {
  const t = useT()
  const [pointed, setPointed] = useState<number | null>(null)
  const top = roundedMaximum(Math.max(0, ...days.map((day) => day.total)))
  const sum = days.reduce((all, day) => all + Math.round(day.total * 100), 0) / 100
  const orders = days.reduce((all, day) => all + day.orders, 0)
  const shown = pointed === null ? undefined : days[pointed]
  const first = days[0]
  const last = days.at(-1)
  return (
    <figure className="flex flex-col gap-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-2xl font-bold tabular">
          <bdi dir="ltr">{formatPrice(shown?.total ?? sum)}</bdi>
        </span>
        <span className="text-sm text-muted">
          {shown !== undefined && <>{dayText(t, shown.day)} · </>}
          {t('admin.orders_count', { count: shown?.orders ?? orders })}
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden="true"
          className="flex h-44 flex-col justify-between text-end text-sm text-muted tabular"
        >
          {[top, top / 2, 0].map((value) => (
            <bdi key={value} dir="ltr" className="-my-2.5">
              ${value}
            </bdi>
          ))}
        </div>
        <svg
          role="img"
          aria-label={t('admin.sales_chart', {
            total: formatPrice(sum),
            count: orders,
          })}
          viewBox={`0 0 ${Math.max(days.length, 1)} ${HEIGHT}`}
          preserveAspectRatio="none"
          onPointerLeave={() => setPointed(null)}
          className="h-44 w-full overflow-visible rtl:-scale-x-100"
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              x1={0}
              x2={days.length}
              y1={HEIGHT * part}
              y2={HEIGHT * part}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {days.map((day, place) => {
            // A day with any sale is seen, however small it is beside the best one.
            const height = day.total === 0 ? 0 : Math.max(1.5, (day.total / top) * HEIGHT)
            return (
              <g key={day.day} onPointerEnter={() => setPointed(place)}>
                <rect x={place} y={0} width={1} height={HEIGHT} className="fill-transparent" />
                <rect
                  x={place + (1 - WIDTH) / 2}
                  y={HEIGHT - height}
                  width={WIDTH}
                  height={height}
                  className={
                    place === pointed || (pointed === null && place === days.length - 1)
                      ? 'fill-primary'
                      : 'fill-primary/55'
                  }
                />
              </g>
            )
          })}
        </svg>
        <div
          aria-hidden="true"
          className="col-start-2 mt-1 flex justify-between text-sm text-muted"
        >
          <span>{first !== undefined && dayText(t, first.day)}</span>
          <span>{last !== undefined && dayText(t, last.day)}</span>
        </div>
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-primary">
          {t('admin.as_table')}
        </summary>
        <div
          role="region"
          aria-label={t('admin.sales_by_day')}
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-80 overflow-y-auto"
        >
          <table className="w-full text-sm">
            <caption className="sr-only">{t('admin.sales_30_days')}</caption>
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-1 text-start font-semibold">
                  {t('common.date')}
                </th>
                <th scope="col" className="py-1 text-end font-semibold">
                  {t('admin.orders')}
                </th>
                <th scope="col" className="py-1 text-end font-semibold">
                  {t('common.total')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row" className="py-1 text-start font-normal">
                    {dayText(t, day.day)}
                  </th>
                  <td className="py-1 text-end tabular">{day.orders}</td>
                  <td className="py-1 text-end tabular">
                    <bdi dir="ltr">{formatPrice(day.total)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** A day of the wire has no hour; noon is that day in Lebanon too. */
function dayText(t: ReturnType<typeof useT>, day: string): string {
  return longDate(t, `${day}T10:00:00Z`)
}
