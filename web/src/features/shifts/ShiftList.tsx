import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import { Tag } from '../../ui/Tag'
import type { Shift } from './api'
import { Cash } from './Cash'

/** The state of a shift, in a word. */
export function ShiftTag({ state }: { state: Shift['state'] }) {
  const t = useT()
  const tone = ({ open: 'waiting', counted: 'neutral', closed: 'good' } as const)[state]
  return <Tag tone={tone}>{t(`shift.state_${state}`)}</Tag>
}

/** The shifts of a store, newest first. */
export function ShiftList({
  shifts,
  addressOf,
}: {
  shifts: readonly Shift[]
  addressOf: (id: string) => string
}) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {shifts.map((shift) => (
        <li key={shift._id}>
          <Link
            to={addressOf(shift._id)}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-quiet"
          >
            <span className="min-w-0">
              <span className="block font-semibold">
                <bdi>{shift.courier.name}</bdi>
              </span>
              <span className="block text-sm text-muted">{longDateTime(t, shift.opened_at)}</span>
            </span>
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Cash both of={shift.counted ?? shift.expected} />
              <ShiftTag state={shift.state} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
