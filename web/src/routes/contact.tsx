import { ContactForm } from '../features/contact/ContactForm'
import { useSession } from '../features/session/api'
import { useT } from '../lib/i18n'
import { readQuery } from '../lib/query-string'
import { useLocation } from '../lib/router'
import { Card } from '../ui/Card'

const LONGEST_SUBJECT = 200

/** How to reach the shop. Who is signed in need not say who they are. */
export default function ContactScreen() {
  const t = useT()
  const session = useSession()
  const about = (readQuery(useLocation().search).get('about') ?? '').slice(0, LONGEST_SUBJECT)
  const user = session.state === 'user' ? session.user : undefined
  return (
    <div className="page-width flex max-w-2xl flex-col gap-6 py-8 lg:py-12">
      <header className="flex flex-col gap-3">
        <h1 className="text-2xl lg:text-3xl">{t('page.contact_title')}</h1>
        <p className="text-lg text-muted">{t('page.contact_text')}</p>
        <p className="text-muted">{t('footer.hours')}</p>
      </header>
      <Card className="p-6">
        {/* A new person is a new form: nobody's name is left in it. */}
        <ContactForm
          key={user?.username ?? ''}
          name={user?.full_name ?? ''}
          email={user?.email ?? ''}
          message={about === '' ? '' : `${t('page.contact_about', { name: about })}\n`}
        />
      </Card>
    </div>
  )
}
