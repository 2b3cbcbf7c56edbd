import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { Tag } from '../../ui/Tag'
import type { Member, Role } from './api'

interface MemberListProps {
  members: readonly Member[]
  roles: readonly Role[]
  /** The id of the reader. */
  me: string
  /** Whether the reader may change roles and remove people. */
  manages: boolean
  /** Whether there is ownership to hand over here. */
  ownership: boolean
  busy: boolean
  onRole: (member: Member, role: string) => void
  onRemove: (member: Member) => void
  onTransfer: (member: Member) => void
}

/** The people of a place: who they are, what they may do, and the way to change it. */
export function MemberList({
  members,
  roles,
  me,
  manages,
  ownership,
  busy,
  onRole,
  onRemove,
  onTransfer,
}: MemberListProps) {
  const t = useT()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {members.map((member) => {
          const changeable = manages && roles.includes(member.role)
          return (
            <li key={member._id} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <bdi>{member.full_name}</bdi>
                  {member._id === me && <Tag tone="neutral">{t('members.you')}</Tag>}
                </p>
                <p className="text-sm wrap-anywhere text-muted">
                  <bdi>{member.username}</bdi> · <bdi dir="ltr">{member.email}</bdi>
                </p>
              </div>
              {changeable ? (
                <Select
                  name={`role-${member.username}`}
                  className="w-44"
                  hideLabel
                  label={t('members.role_of', { name: member.full_name })}
                  value={member.role}
                  disabled={busy}
                  onChange={(event) => onRole(member, event.target.value)}
                  options={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
                />
              ) : (
                <p>{t(`role.${member.role}`)}</p>
              )}
              {(manages || member._id === me) && (
                <div className="flex flex-wrap gap-2">
                  {manages && ownership && member.role !== 'owner' && (
                    <Button variant="secondary" onClick={() => onTransfer(member)}>
                      {t('members.make_owner')}
                    </Button>
                  )}
                  <Button variant="secondary" onClick={() => onRemove(member)}>
                    {t(member._id === me ? 'members.leave' : 'members.remove')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
