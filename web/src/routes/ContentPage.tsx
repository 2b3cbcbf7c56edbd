import { type ContentPageName, contentQuery } from '../features/content/api'
import { ContentText } from '../features/content/ContentText'
import { useSession } from '../features/session/api'
import { longDate } from '../lib/dates'
import { inLang, useLang, useT } from '../lib/i18n'
import { useServed } from '../lib/page-data'
import { ErrorState } from '../ui/ErrorState'
import { LinkButton } from '../ui/LinkButton'
import { Skeleton } from '../ui/Skeleton'

/** A text that the shop words itself; its admins find the way to edit it. */
export function ContentPage({ name, title }: { name: ContentPageName; title: string }) {
  const t = useT()
  const { lang } = useLang()
  const session = useSession()
  const { data, failed, retry } = useServed(contentQuery(name))
  const notice = data?.body.notice
  return (
    <div className="page-width flex max-w-4xl flex-col gap-6 py-8 lg:py-12">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1 className="flex-1 text-2xl lg:text-3xl">{title}</h1>
        {session.state === 'user' && session.user.admin && (
          <LinkButton to={`/admin/notice/${name}`} variant="secondary">
            {t('notice.edit')}
          </LinkButton>
        )}
      </header>
      {notice !== undefined && <ContentText body={inLang(lang, notice)} />}
      {typeof notice?.changed_at === 'string' && (
        <p className="text-sm text-muted">
          {t('notice.changed_on', { date: longDate(t, notice.changed_at) })}
        </p>
      )}
      {notice === undefined &&
        (failed ? (
          <ErrorState title={t('notice.load_failed')} onRetry={retry} />
        ) : (
          <Skeleton className="h-96 w-full max-w-prose" />
        ))}
    </div>
  )
}
