import { avatarPath, type Availability, effectiveAccess, type Member, type Team } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { linkStyle } from '#ui/link.tsx'
import { roleLabel } from '../roles/member-role.ts'
import { MemberLoad } from './member-cells.tsx'
import { MemberState } from './member-state.tsx'
import { useMemberWork } from './use-member-work.ts'

interface MemberDrawerProps {
  member: Member
  teams: readonly Team[]
  state: Availability
  isManager: boolean
  /** The menu of those who may change something. */
  actions: ReactNode
  onClose: () => void
}
/** Everything about a member in one place. */
export function MemberDrawer({ member, teams, state, isManager, actions, onClose }: MemberDrawerProps) {
  const t = useT()
  const { user_id, name, email, avatar_id, display_name, two_factor, joined_at } = member
  const ownTeams = teams.filter(({ member_ids }) => member_ids.includes(user_id)).map((team) => team.name)
  const work = useMemberWork(member)
  return (
    <Drawer isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('users.member')}>
      <div className="flex flex-col gap-6 p-5">
        <div className="flex items-center gap-4">
          <Avatar name={name || email} src={avatar_id && avatarPath(avatar_id)} size="xl" />
          <div className="min-w-0 flex-1">
            <h3 className="text-lg font-semibold wrap-anywhere">{name || email}</h3>
            <a href={`mailto:${email}`} className={`${linkStyle()} text-base wrap-anywhere`}>
              {email}
            </a>
          </div>
          {actions}
        </div>
        <dl className="grid grid-cols-[8.5rem_1fr] gap-x-4 gap-y-3 text-base">
          <Fact label={t('users.state')}>
            <MemberState member={member} state={state} />
          </Fact>
          <Fact label={t('users.role')}>{roleLabel(t, member)}</Fact>
          <Fact label={t('users.conversation_access')}>
            {t(`users.conversation_access_${effectiveAccess(member)}`)}
          </Fact>
          <Fact label={t('users.groups')}>{ownTeams.join(', ')}</Fact>
          <Fact label={t('users.load')}>
            <MemberLoad member={member} />
          </Fact>
          <Fact label={t('users.work')}>{work.join(' · ')}</Fact>
          <Fact label={t('users.display_name')}>{display_name}</Fact>
          {isManager && (
            <Fact label={t('users.two_factor_short')}>{t(`users.two_factor_${two_factor ?? 'none'}`)}</Fact>
          )}
          <Fact label={t('users.joined')}>
            <BaseDate time={joined_at} format="date" />
          </Fact>
        </dl>
      </div>
    </Drawer>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children || <span className="text-muted">–</span>}</dd>
  </>
)
