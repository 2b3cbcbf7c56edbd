import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Link } from '../../ui/Link'

interface ConsentPromptProps {
  onAnswer: (said: 'yes' | 'no') => void
}

/** Asks once whether others may count along. Both answers weigh the same; nothing waits for one. */
export function ConsentPrompt({ onAnswer }: ConsentPromptProps) {
  const t = useT()
  return (
    <section
      aria-label={t('consent.title')}
      data-notice="consent"
      className="fixed inset-x-4 bottom-(--notice-offset,16px) z-30 mx-auto flex max-w-2xl flex-col gap-3 rounded-card border border-line bg-paper p-4 shadow-raised sm:flex-row sm:items-center"
    >
      <p className="flex-1 text-sm">
        {t('consent.question')}{' '}
        <Link to="/privacy" className="text-primary underline underline-offset-4">
          {t('consent.more')}
        </Link>
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" onClick={() => onAnswer('no')}>
          {t('consent.no')}
        </Button>
        <Button variant="secondary" onClick={() => onAnswer('yes')}>
          {t('consent.yes')}
        </Button>
      </div>
    </section>
  )
}
