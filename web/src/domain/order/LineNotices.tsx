import type { CartLine } from './cart'
import { CircleAlert, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../money/money'

type Notice = components['schemas']['CartNotice']

/** What changed on a line since it was added. */
export function LineNotices({ line }: { line: CartLine }) {
  const notices = line.notices ?? []
  if (notices.length === 0) return null
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {notices.map((notice) => (
        <NoticeItem key={notice.code} notice={notice} price={line.unit_price} />
      ))}
    </ul>
  )
}

function NoticeItem({ notice, price }: { notice: Notice; price: number }) {
  const t = useT()
  switch (notice.code) {
    case 'only_left':
      return <Warning>{t('cart.only_left', { count: notice.left ?? 0 })}</Warning>
    case 'limited':
      return <Warning>{t('cart.line_limited', { count: notice.left ?? 0 })}</Warning>
    case 'out_of_stock':
      return <Warning>{t('cart.line_out_of_stock')}</Warning>
    case 'unlisted':
      return <Warning>{t('cart.line_unlisted')}</Warning>
    case 'prescription_only':
      return <Warning>{t('cart.line_prescription_only')}</Warning>
    case 'price_changed':
      return (
        <li className="flex items-start gap-1.5 text-sm text-info">
          <Tag aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {t.nodes('cart.price_changed', {
              before: (
                <s key="before">
                  <bdi dir="ltr">{formatPrice(notice.old_price ?? price)}</bdi>
                </s>
              ),
              now: (
                <bdi key="now" dir="ltr" className="font-semibold">
                  {formatPrice(price)}
                </bdi>
              ),
            })}
          </span>
        </li>
      )
  }
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-1.5 text-sm font-medium text-warning">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </li>
  )
}
