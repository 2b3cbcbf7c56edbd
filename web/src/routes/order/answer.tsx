import { answerByLink, type OrderQuestion, questionQuery } from '../../features/orders/api'
import { OrderedProducts } from '../../features/orders/OrderedProducts'
import { OrderNumber } from '../../features/orders/OrderNumber'
import { QuestionPanel } from '../../features/orders/QuestionPanel'
import { formatPrice } from '../../domain/money/money'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import { Alert } from '../../ui/Alert'
import { Card } from '../../ui/Card'
import { ErrorState } from '../../ui/ErrorState'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'
import { useWrite } from '../../ui/use-write'

/** The link of a mail that asks whether what is left of an order is welcome; it needs no account. */
export default function OrderAnswerScreen() {
  const t = useT()
  const { part = '', token = '' } = useParams()
  const query = useQuery(questionQuery(part, token))
  return (
    <div className="page-width flex flex-col items-center gap-4 py-8 sm:py-12">
      <Card className="w-full max-w-2xl">
        {query.data === undefined ? (
          <>
            <h1 className="mb-4 text-2xl">{t('page.order_answer')}</h1>
            {query.isError ? (
              <Failed
                error={query.error}
                busy={query.isFetching}
                onRetry={() => void query.refetch()}
              />
            ) : (
              <Spinner label={t('auth.checking_link')} />
            )}
          </>
        ) : (
          <Answer asked={query.data} part={part} token={token} />
        )}
      </Card>
    </div>
  )
}

function Answer({ asked, part, token }: { asked: OrderQuestion; part: string; token: string }) {
  const t = useT()
  const client = useQueryClient()
  const { queryKey } = questionQuery(part, token)
  const write = useWrite({
    resource: `order question ${part}`,
    write: (agree: boolean) => answerByLink(part, token, agree),
    onDone: (now) => client.setQueryData(queryKey, now),
    // Somebody may have answered elsewhere.
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
  const { answer } = asked.question
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-2xl">
        <OrderNumber number={asked.number} />
      </h1>
      <QuestionPanel
        part={asked.fulfilment}
        sending={write.busy ? (write.variables ?? null) : null}
        onAnswer={write.send}
      />
      {answer !== 'open' && (
        <Alert tone={answer === 'refused' ? 'info' : 'success'}>
          {t(`order.question_${answer}`)}
        </Alert>
      )}
      <OrderedProducts order={asked.fulfilment} />
      <p className="flex justify-between text-lg font-bold">
        <span>{t('order.total')}</span>
        <bdi dir="ltr" className="tabular">
          {formatPrice(asked.fulfilment.total)}
        </bdi>
      </p>
    </div>
  )
}

function Failed(props: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useT()
  if (props.error instanceof ApiError && [400, 404].includes(props.error.status ?? 0)) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="error">{t('error.answer_link_invalid')}</Alert>
        <LinkButton variant="secondary" to="/user/order-history">
          {t('order.to_history')}
        </LinkButton>
      </div>
    )
  }
  return <ErrorState title={t('error.network')} busy={props.busy} onRetry={props.onRetry} />
}
