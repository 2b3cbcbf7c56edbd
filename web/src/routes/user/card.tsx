import { useState } from 'react'
import { FormPage } from '../../features/account/FormPage'
import { cardKey, cardQuery, deleteCard } from '../../features/card/api'
import { CardForm } from '../../features/card/CardForm'
import { PageSpinner } from '../../features/layout/PageSpinner'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { ErrorState } from '../../ui/ErrorState'
import { useWrite } from '../../ui/use-write'

/** The payment card. */
export default function CardScreen() {
  const t = useT()
  const client = useQueryClient()
  const query = useQuery(cardQuery())
  const saved = query.data?.saved
  const [news, setNews] = useState<{ done?: string; times: number }>({ times: 0 })
  const [asking, setAsking] = useState(false)

  /** Shows the card as it is stored now, in a new form without what was typed before. */
  async function settle(code: string) {
    await client.invalidateQueries({ queryKey: cardKey })
    setNews(({ times }) => ({ done: code, times: times + 1 }))
  }

  const deletion = useWrite({
    resource: 'card',
    write: async () => settle(await deleteCard()),
    onDone: () => setAsking(false),
    onFailed: () => setAsking(false),
  })

  if (saved === undefined && query.isError) {
    return (
      <div className="page-width py-8">
        <h1 className="sr-only">{t('page.card')}</h1>
        <ErrorState
          title={t('card.load_failed')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </div>
    )
  }
  if (saved === undefined) return <PageSpinner />
  if (query.data?.taken === false && saved === null) {
    return (
      <FormPage title={t('page.secure_payment')}>
        <Alert tone="info">{t('checkout.cash_only')}</Alert>
      </FormPage>
    )
  }
  if (query.data?.hosted === true && saved === null) {
    return (
      <FormPage title={t('page.card')}>
        {news.done !== undefined && (
          <Alert tone="success" className="mb-4">
            {t.maybe(`done.${news.done}`) ?? t('card.saved')}
          </Alert>
        )}
        <Alert tone="info" title={t('card.hosted_title')}>
          {t('card.hosted_text')}
        </Alert>
      </FormPage>
    )
  }
  return (
    <FormPage title={t(saved === null ? 'card.add_title' : 'card.update_title')}>
      {deletion.failure !== null && (
        <Alert tone="error" className="mb-4">
          {t('card.error_delete')}
        </Alert>
      )}
      {query.data?.hosted === true && (
        <Alert tone="info" title={t('card.hosted_title')} className="mb-4">
          {t('card.hosted_left')}
        </Alert>
      )}
      <CardForm
        key={news.times}
        saved={saved}
        done={news.done === undefined ? null : (t.maybe(`done.${news.done}`) ?? t('card.saved'))}
        onSaved={settle}
        actions={
          saved !== null && (
            <Button
              variant="secondary"
              className="text-danger! hover:border-danger"
              onClick={() => setAsking(true)}
            >
              {t('card.delete')}
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={asking}
        title={t('card.delete_title')}
        confirmLabel={t('card.delete')}
        busy={deletion.busy}
        onConfirm={() => deletion.send()}
        onCancel={() => setAsking(false)}
      >
        {t('card.delete_confirm')}
      </ConfirmDialog>
    </FormPage>
  )
}
