import { HOUSE } from '../../domain/store/house'
import { useState } from 'react'
import { longDate } from '../../lib/dates'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import {
  leave,
  type Member,
  memberKeys,
  membersQuery,
  removeMember,
  setRole,
  transfer,
  withdraw,
} from './api'
import { InviteForm } from './InviteForm'
import { MemberList } from './MemberList'

interface MembersViewProps {
  place: string
  /** The id of the reader. */
  me: string
  manages: boolean
  /** The reader has left, or has fewer rights now. */
  onOwnChange: (gone: boolean) => void
}

/** A change of one person or invitation. */
interface Change {
  about: string
  work: () => Promise<{ code: string }>
}

/** What is asked about before it is done. */
type Question = { kind: 'remove' | 'leave' | 'transfer'; member: Member }

/** The people of a store or of the house, with everything one can do about them. */
export function MembersView({ place, me, manages, onOwnChange }: MembersViewProps) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(membersQuery(place))
  const [question, setQuestion] = useState<Question>()
  const renew = () => client.invalidateQueries({ queryKey: memberKeys.of(place) })
  const change = useWrite({
    resource: 'members',
    write: ({ work }: Change) => work(),
    about: ({ about }) => about,
    onDone: ({ code }) => toast({ text: t.maybe(`done.${code}`) ?? code }),
    onSettled: renew,
  })
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-64 rounded-card" />
    return (
      <ErrorState
        title={errorText(t, query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { members, invitations, roles } = query.data

  async function confirm({ kind, member }: Question) {
    setQuestion(undefined)
    const work = {
      remove: () => removeMember(place, member._id),
      leave: () => leave(place),
      transfer: () => transfer(place, member._id),
    }[kind]
    const isDone = await change.sendAndWait({ about: member._id, work })
    if (isDone && kind !== 'remove') onOwnChange(kind === 'leave')
  }

  return (
    <div className="flex flex-col gap-6">
      <MemberList
        members={members}
        roles={roles}
        me={me}
        manages={manages}
        ownership={place !== HOUSE}
        busy={change.busy}
        onRole={(member, role) =>
          change.send({ about: member._id, work: () => setRole(place, member._id, role) })
        }
        onRemove={(member) => setQuestion({ kind: member._id === me ? 'leave' : 'remove', member })}
        onTransfer={(member) => setQuestion({ kind: 'transfer', member })}
      />
      {manages && invitations.length > 0 && (
        <section aria-labelledby="invitations" className="flex flex-col gap-3">
          <h2 id="invitations" className="text-xl">
            {t('members.invitations')}
          </h2>
          <Card flush>
            <ul className="divide-y divide-line">
              {invitations.map((invitation) => (
                <li
                  key={invitation._id}
                  className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3"
                >
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="wrap-anywhere">
                      <bdi dir="ltr">{invitation.email}</bdi>
                    </p>
                    <p className="text-sm text-muted">
                      {t(`role.${invitation.role}`)} ·{' '}
                      {t('members.until', { date: longDate(t, invitation.expires_at) })}
                    </p>
                  </div>
                  <Button
                    variant="secondary"
                    onClick={() =>
                      change.send({
                        about: invitation._id,
                        work: () => withdraw(place, invitation._id),
                      })
                    }
                  >
                    {t('members.withdraw')}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      {manages && (
        <InviteForm
          place={place}
          roles={roles}
          onInvited={() => {
            toast({ text: t('done.member_invited') })
            void renew()
          }}
        />
      )}
      <ConfirmDialog
        open={question !== undefined}
        title={question === undefined ? '' : t(`members.ask_${question.kind}`)}
        confirmLabel={question === undefined ? '' : t(confirmLabels[question.kind])}
        onConfirm={() => question !== undefined && void confirm(question)}
        onCancel={() => setQuestion(undefined)}
      >
        {question !== undefined && (
          <p>{t(`members.explain_${question.kind}`, { name: question.member.full_name })}</p>
        )}
      </ConfirmDialog>
    </div>
  )
}

const confirmLabels = {
  remove: 'members.remove',
  leave: 'members.leave',
  transfer: 'members.make_owner',
} as const
