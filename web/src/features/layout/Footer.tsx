import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { useCardsTaken } from '../../lib/page-data'
import { Link } from '../../ui/Link'
import { CardMarks } from './CardMarks'
import { Logo } from './Logo'

/**
 * Bottom of every screen: how to reach us, who we are, the app, and how one can pay. Choices stand
 * beside the small print.
 */
export function Footer({ choices }: { choices?: ReactNode }) {
  const t = useT()
  const cards = useCardsTaken()
  return (
    <footer className="mt-16 border-t border-line bg-paper pb-20 lg:pb-0">
      <div className="page-width grid gap-x-8 gap-y-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <Group title={<FooterLink to="/contact">{t('footer.contact')}</FooterLink>}>
          <FooterLink to="/contact">{t('footer.write_to_us')}</FooterLink>
          <p className="py-2">{t('footer.hours')}</p>
        </Group>
        <Group title={<span className="flex min-h-11 items-center">{t('footer.know_us')}</span>}>
          <FooterLink to="/about">{t('footer.about')}</FooterLink>
          <FooterLink to="/pharmacy-owners">{t('footer.pharmacy_owner')}</FooterLink>
        </Group>
        <Group title={<FooterLink to="/app">{t('footer.download_app')}</FooterLink>}>
          <p className="py-2">{t('footer.on_your_phone')}</p>
        </Group>
        <Group title={<FooterLink to="/secure-payment">{t('footer.secure_payment')}</FooterLink>}>
          {cards !== 'none' && <CardMarks />}
          <p className="py-2">{t('footer.cash')}</p>
        </Group>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-5 text-sm text-muted">
          <Logo className="size-7" />
          <p className="flex-1 basis-72">{t('footer.advice')}</p>
          <FooterLink to="/privacy">{t('footer.privacy')}</FooterLink>
          <FooterLink to="/terms">{t('footer.terms')}</FooterLink>
          {choices}
        </div>
      </div>
    </footer>
  )
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-base">{title}</h2>
      <div className="text-muted">{children}</div>
    </section>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center underline-offset-4 transition-colors hover:text-primary hover:underline"
    >
      {children}
    </Link>
  )
}
