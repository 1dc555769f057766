import type { Member } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { roleLabel } from '../roles/member-role.ts'
import { DemoteDialog } from './demote-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import type { MemberManagement } from './use-member-management.ts'
import { WorkDialog } from './work-dialog.tsx'

interface MemberDialogsProps {
  integration_id: string
  users: readonly Member[]
  isManager: boolean
  management: MemberManagement
}
/** The open question about a member, if there is one. */
export function MemberDialogs({ integration_id, users, isManager, management }: MemberDialogsProps) {
  const t = useT()
  const { described, leaving, roles } = management
  return (
    <>
      {described && (
        <WorkDialog
          integration_id={integration_id}
          member={described}
          isManager={isManager}
          onClose={() => management.describe(null)}
        />
      )}
      {roles.demotion && (
        <DemoteDialog
          member={roles.demotion.member}
          role={roleLabel(t, roles.demotion.role)}
          users={users}
          onClose={roles.closeDemotion}
          demote={roles.demote}
        />
      )}
      {leaving && (
        <RemoveMemberDialog
          integration_id={integration_id}
          title={t('users.remove_title', { name: leaving.name || leaving.email })}
          text={t('users.remove_text')}
          confirmLabel={t('users.remove')}
          leaving={leaving}
          users={users}
          onClose={() => management.askToRemove(null)}
          remove={(reassign_to) => management.remove(leaving, reassign_to)}
        />
      )}
    </>
  )
}
