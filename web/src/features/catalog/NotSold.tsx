import { MessageCircle, Phone } from 'lucide-react'
import { inLang, useLang, useT } from '../../lib/i18n'
import type { ConcernText } from '../../lib/page-data'
import { phoneLink, phoneText, whatsAppLink } from '../../lib/phone'
import { Alert } from '../../ui/Alert'
import { buttonStyle } from '../../ui/button-style'
import { LinkButton } from '../../ui/LinkButton'

/** Says that the shop does not sell something, and how to ask the pharmacist, instead of look-alikes. */
export function NotSold({ item }: { item: ConcernText }) {
  const t = useT()
  const { lang } = useLang()
  const { phone, whatsapp } = item.pharmacist ?? {}
  const label = inLang(lang, item.label)
  return (
    <Alert tone="warning" className="mt-4">
      {label !== '' && (
        <p className="text-sm text-muted">
          <bdi>{label}</bdi>
        </p>
      )}
      <h2 className="text-lg">{t('search.not_sold')}</h2>
      <p className="mt-1">{t('search.not_sold_hint')}</p>
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
    </Alert>
  )
}
