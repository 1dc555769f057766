import { can, type Member } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { toast } from '#ui/toast.ts'
import { type MemberRole, roleLabel } from '../roles/member-role.ts'
import { setRole, restoreRole } from '../data.ts'

/** A member about to get a role that can't reply. */
interface Demotion {
  member: Member
  role: MemberRole
}
/** Changes roles, with undo. If open conversations would be left behind, asks first: `demotion`. */
export function useRoleChange(integration_id: string, users: readonly Member[]) {
  const t = useT()
  const toastOnError = useToastOnError()
  const [demotion, setDemotion] = useState<Demotion | null>(null)
  const change = async ({ member, role }: Demotion, reassign_to: string | null = null) => {
    const { user_id } = member
    const reassigned = await setRole(integration_id, user_id, role, reassign_to)
    const assignee = users.find((each) => each.user_id === reassign_to)
    const values = { name: member.name || member.email, role: roleLabel(t, role) }
    const count = reassigned?.total ?? 0
    function text() {
      if (count === 0) return t('users.role_given', values)
      if (!assignee) return t('users.role_given_unassigned', { ...values, count })
      return t('users.role_given_reassigned', { ...values, count, to: assignee.name || assignee.email })
    }
    toast.success(text(), {
      label: t('conversations.undo'),
      onClick: () => void toastOnError(restoreRole(integration_id, user_id, member, reassigned)),
    })
  }
  return {
    demotion,
    closeDemotion: () => setDemotion(null),
    demote: (reassign_to: string | null) => (demotion ? change(demotion, reassign_to) : Promise.resolve()),
    async changeRole(member: Member, role: MemberRole) {
      const isLosingReply = can(member, 'conversations.answer') && !can(role, 'conversations.answer')
      if (isLosingReply && member.open_conversations > 0) setDemotion({ member, role })
      else await change({ member, role })
    },
  }
}
