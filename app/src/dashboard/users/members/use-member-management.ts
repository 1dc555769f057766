import type { Member } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import { remove, transferOwnership } from '../data.ts'
import { useRoleChange } from './use-role-change.ts'

export type MemberManagement = ReturnType<typeof useMemberManagement>

/** The changes of members that ask first, and the member each question is about. */
export function useMemberManagement(integration_id: string, users: readonly Member[]) {
  const t = useT()
  const [leaving, setLeaving] = useState<Member | null>(null)
  const [described, setDescribed] = useState<Member | null>(null)
  const roles = useRoleChange(integration_id, users)
  return {
    roles,
    described,
    describe: setDescribed,
    leaving,
    askToRemove: setLeaving,
    async remove({ user_id, name, email }: Member, reassign_to: string | null) {
      await remove(integration_id, user_id, reassign_to)
      toast.success(t('users.removed', { name: name || email }))
    },
    async makeOwner({ user_id, name, email }: Member) {
      const newOwner = name || email
      const isDone = await confirm({
        title: t('users.hand_over_title', { name: newOwner }),
        description: t('users.hand_over_text'),
        confirmLabel: t('users.hand_over'),
        action: () => transferOwnership(integration_id, user_id),
      })
      if (isDone) toast.success(t('users.role_given', { name: newOwner, role: t('users.role_owner') }))
    },
  }
}
