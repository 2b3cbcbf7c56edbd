import type { components } from '../../generated/api'
import { MessageCircle, MessageSquareText, Phone } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { phoneLink, phoneText, whatsAppLink } from '../../lib/phone'
import { writeQuery } from '../../lib/query-string'
import { Link } from '../../ui/Link'
import { OpeningTimes } from './OpeningTimes'

interface AskLineProps {
  pharmacist: components['schemas']['Pharmacist'] | undefined
  /** What the question is about, in the reader's language. */
  about?: string
  /** Says when somebody answers; not where the hours of a store are told already. */
  withHours?: boolean
}

const style =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline-offset-4 hover:underline'

/** Ways to ask the pharmacist before buying: a short form, and a call or a chat where the shop has a number. */
export function AskLine({ pharmacist, about = '', withHours = true }: AskLineProps) {
  const t = useT()
  const { phone, whatsapp, opening_hours: hours = [] } = pharmacist ?? {}
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-5 text-sm">
        <Link to={`/contact${writeQuery([['about', about]])}`} className={style}>
          <MessageSquareText aria-hidden="true" className="size-5" />
          {t('product.ask')}
        </Link>
        {phone !== undefined && (
          <a href={phoneLink(phone)} className={style}>
            <Phone aria-hidden="true" className="size-5" />
            <bdi dir="ltr">{phoneText(phone)}</bdi>
          </a>
        )}
        {whatsapp !== undefined && (
          <a href={whatsAppLink(whatsapp)} target="_blank" rel="noreferrer" className={style}>
            <MessageCircle aria-hidden="true" className="size-5" />
            WhatsApp
          </a>
        )}
      </p>
      {withHours && hours.length > 0 && (
        <div className="text-muted">
          <OpeningTimes hours={hours} />
        </div>
      )}
    </div>
  )
}
