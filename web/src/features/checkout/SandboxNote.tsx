import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'

/** The cards that the sandbox knows, and what it does with each. */
const testCards = [
  { number: '4242 4242 4242 4242', outcome: 'checkout.sandbox_approved' },
  { number: '4000 0000 0000 0002', outcome: 'checkout.sandbox_declined' },
  { number: '4000 0000 0000 0119', outcome: 'checkout.sandbox_timeout' },
] as const

/** Says that no money moves, and with which cards the shop can be tried. */
export function SandboxNote({ cards = false }: { cards?: boolean }) {
  const t = useT()
  return (
    <Alert tone="warning" title={t('checkout.sandbox_title')}>
      <p>{t('checkout.sandbox_text')}</p>
      {cards && (
        <>
          <p className="mt-2 text-sm">{t('checkout.sandbox_cards')}</p>
          <ul className="text-sm">
            {testCards.map(({ number, outcome }) => (
              <li key={number}>
                <bdi dir="ltr" className="font-semibold tabular">
                  {number}
                </bdi>{' '}
                {t(outcome)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
