import { MessageCircle, Phone } from 'lucide-react'
import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'
import { phoneLink, phoneText, whatsAppLink } from '../../lib/phone'
import { buttonStyle } from '../../ui/button-style'
import { LinkButton } from '../../ui/LinkButton'

/** The numbers of the pharmacist; those that the shop does not name are absent. */
export type Pharmacist = components['schemas']['Pharmacist']

/** Ways to ask the pharmacy: a call, a chat, a message. */
export function PharmacyLinks({ pharmacist }: { pharmacist: Pharmacist | undefined }) {
  const t = useT()
  const { phone, whatsapp } = pharmacist ?? {}
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {phone !== undefined && (
        <a href={phoneLink(phone)} className={buttonStyle({})}>
          <Phone aria-hidden="true" className="size-5" />
          {t.nodes('search.call', {
            phone: (
              <bdi key="phone" dir="ltr">
                {phoneText(phone)}
              </bdi>
            ),
          })}
        </a>
      )}
      {whatsapp !== undefined && (
        <a
          href={whatsAppLink(whatsapp)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ variant: 'secondary' })}
        >
          <MessageCircle aria-hidden="true" className="size-5" />
          WhatsApp
        </a>
      )}
      <LinkButton to="/contact" variant="secondary">
        {t('footer.write_to_us')}
      </LinkButton>
    </div>
  )
}
