import { type ConversationAccess, conversationAccessLevels, type Member } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { confirm } from '#ui/confirm.ts'
import { MenuDivider, MenuItem, MenuRadioItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import { type MemberRole, roleValue, useRoleOptions } from '../roles/member-role.ts'
import { useIntegration } from '#dashboard/integrations'
import { resetMemberTwoFactor, setConversationAccess } from '../manage.ts'

interface MemberActionsProps {
  integration_id: string
  member: Member
  isManaged: boolean
  isOwner: boolean
  onDescribe: () => void
  onRole: (role: MemberRole) => Promise<void>
  onRemove: () => void
  onTransferOwnership: () => void
}
/** What managers can change about a member, and what members can change about themselves. */
export function MemberActions({
  integration_id,
  member,
  isManaged,
  isOwner,
  onDescribe,
  onRole,
  onRemove,
  onTransferOwnership,
}: MemberActionsProps) {
  const t = useT()
  const { user_id, role, conversation_access } = member
  const name = member.name || member.email
  const showError = (error: unknown) => toastError(error, t)
  const change = useAsyncAction((next: MemberRole) => onRole(next).catch(showError))
  const setAccess = (next: ConversationAccess) => setConversationAccess(integration_id, user_id, next)
  const limit = useAsyncAction(async (next: ConversationAccess) => {
    try {
      await setAccess(next)
      toast.success(
        t('users.conversation_access_given', { name, what: t(`users.conversation_access_${next}`) }),
        {
          label: t('conversations.undo'),
          onClick: () => void setAccess(conversation_access).catch(showError),
        },
      )
    } catch (error) {
      showError(error)
    }
  })
  const confirmReset = () =>
    confirm({
      title: t('users.two_factor_reset_title', { name }),
      description: t('users.two_factor_reset_text'),
      confirmLabel: t('users.two_factor_reset'),
      // “Cancel” and “Reset” are the same word in Slovak.
      cancelLabel: t('users.two_factor_reset_keep'),
      async action() {
        await resetMemberTwoFactor(integration_id, user_id)
        toast.success(t('users.two_factor_was_reset', { name }))
      },
    })
  return (
    <ActionsMenu
      size="sm"
      // Beside the button, where the whole menu fits.
      side="left"
      label={t('users.actions_for', { email: name })}
      disabled={change.isBusy || limit.isBusy}
    >
      <MenuItem icon="clock" onSelect={onDescribe}>
        {t('users.work')}
      </MenuItem>
      {isManaged && (
        <>
          <MenuDivider />
          <RoleItems member={member} onRole={(next) => void change.run(next)} />
          {role === 'agent' && (
            <>
              <MenuDivider />
              <MenuRadioItem
                label={t('users.conversation_access')}
                value={conversation_access}
                options={conversationAccessLevels.map((value) => ({
                  value,
                  label: t(`users.conversation_access_${value}`),
                }))}
                onChange={(next) => next !== conversation_access && void limit.run(next)}
              />
            </>
          )}
          <MenuDivider />
          {isOwner && (
            <MenuItem icon="users" onSelect={onTransferOwnership}>
              {t('users.hand_over')}
            </MenuItem>
          )}
          {isOwner && member.two_factor !== 'none' && (
            <MenuItem icon="key" onSelect={() => void confirmReset()}>
              {t('users.two_factor_reset')}
            </MenuItem>
          )}
          <MenuItem icon="x" tone="danger" onSelect={onRemove}>
            {t('users.remove')}
          </MenuItem>
        </>
      )}
    </ActionsMenu>
  )
}

function RoleItems({ member, onRole }: { member: Member; onRole: (role: MemberRole) => void }) {
  const t = useT()
  const options = useRoleOptions(useIntegration())
  return (
    <MenuRadioItem
      label={t('users.role')}
      value={roleValue(member)}
      options={options}
      onChange={(value) => {
        const next = options.find((option) => option.value === value)
        if (next && value !== roleValue(member)) onRole(next)
      }}
    />
  )
}
