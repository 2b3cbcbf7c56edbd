import { MessageCircle, Phone } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { phoneLink, phoneText, whatsAppLink } from '../../lib/phone'

const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline'

/** Calls a customer, or writes to them. */
export function ContactLinks({ phone }: { phone: string }) {
  const t = useT()
  return (
    <span className="flex flex-wrap gap-x-5">
      <a href={phoneLink(phone)} className={link}>
        <Phone aria-hidden="true" className="size-5" />
        {t.nodes('admin.order_call', {
          phone: (
            <bdi key="phone" dir="ltr" className="tabular">
              {phoneText(phone)}
            </bdi>
          ),
        })}
      </a>
      <a href={whatsAppLink(phone)} target="_blank" rel="noopener noreferrer" className={link}>
        <MessageCircle aria-hidden="true" className="size-5" />
        {t('desk.whatsapp')}
      </a>
    </span>
  )
}
