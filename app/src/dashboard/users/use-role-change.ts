import { can, type Member, type Role } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { toast } from '#ui/toast.ts'
import { setRole, restoreRole } from './data.ts'

/** A member about to get a role that can't reply. */
interface Demotion {
  member: Member
  role: Role
}
/** Changes roles, with undo. If open conversations would be left behind, asks first: `demotion`. */
export function useRoleChange(integration_id: string, users: readonly Member[]) {
  const t = useT()
  const [demotion, setDemotion] = useState<Demotion | null>(null)
  const change = async ({ member, role }: Demotion, reassign_to: string | null = null) => {
    const { user_id } = member
    const reassigned = await setRole(integration_id, user_id, role, reassign_to)
    const assignee = users.find((each) => each.user_id === reassign_to)
    const values = { name: member.name || member.email, role: t(`users.role_${role}`) }
    const count = reassigned?.total ?? 0
    const text =
      count === 0
        ? t('users.role_given', values)
        : assignee
          ? t('users.role_given_reassigned', { ...values, count, to: assignee.name || assignee.email })
          : t('users.role_given_unassigned', { ...values, count })
    toast.success(text, {
      label: t('conversations.undo'),
      onClick: () =>
        void restoreRole(integration_id, user_id, member.role, reassigned).catch((error) =>
          toastError(error, t),
        ),
    })
  }
  return {
    demotion,
    closeDemotion: () => setDemotion(null),
    demote: (reassign_to: string | null) => (demotion ? change(demotion, reassign_to) : Promise.resolve()),
    async changeRole(member: Member, role: Role) {
      const isLosingReply = can(member.role, 'conversations.answer') && !can(role, 'conversations.answer')
      if (isLosingReply && member.open_conversations > 0) setDemotion({ member, role })
      else await change({ member, role })
    },
  }
}
