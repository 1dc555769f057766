import { canAllOf, type Invitation, type Team } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Badge } from '#ui/badge.tsx'
import { confirm } from '#ui/confirm.ts'
import { MenuItem } from '#ui/menu.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { actionsColumn, teamsColumn, roleColumn } from '../members/columns.tsx'
import { resend, revoke } from '../data.ts'

interface OpenInvitationsProps {
  integration_id: string
  invitations: readonly Invitation[]
  teams: readonly Team[]
  isAllowed: boolean
}
/** Pending invitations. */
export function OpenInvitations({ integration_id, invitations, teams, isAllowed }: OpenInvitationsProps) {
  const t = useT()
  const formats = useFormats()
  const integration = useIntegration()
  const resendAction = useAsyncAction(async ({ id, email }: Invitation) => {
    await resend(integration_id, id)
    toast.success(t('users.invited', { email }))
  })
  const confirmRevoke = ({ id, email }: Invitation) =>
    confirm({
      title: t('users.revoke_title'),
      description: t('users.revoke_text', { email }),
      confirmLabel: t('users.revoke'),
      // “Cancel” and “Revoke” are the same word in Slovak.
      cancelLabel: t('users.revoke_keep'),
      async action() {
        await revoke(integration_id, id)
        toast.success(t('users.revoked', { email }))
      },
    })
  return (
    <>
      <Table
        caption={t('users.invitations')}
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'email',
            header: t('auth.email'),
            cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
          },
          roleColumn(t, (invitation: Invitation) => invitation),
          {
            key: 'state',
            header: t('users.state'),
            cell: ({ state, sent_at, expires_at }) => {
              const isExpired = state === 'expired'
              return (
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Badge tone={isExpired ? 'warning' : 'primary'}>
                    {t(isExpired ? 'users.expired' : 'users.pending')}
                  </Badge>
                  <span className="text-sm text-muted">
                    {t(isExpired ? 'users.sent_expired' : 'users.sent_until', {
                      sent: formats.date(sent_at),
                      date: formats.date(expires_at),
                    })}
                  </span>
                </span>
              )
            },
          },
          ...teamsColumn(t, teams, ({ team_ids }: Invitation, { id }) => team_ids.includes(id)),
          ...(isAllowed
            ? [
                actionsColumn(t, (invitation: Invitation) => (
                  <ActionsMenu
                    size="sm"
                    label={t('users.actions_for', { email: invitation.email })}
                    disabled={resendAction.isBusy}
                  >
                    {canAllOf(integration, invitation) && (
                      <MenuItem icon="refresh" onSelect={() => void resendAction.run(invitation)}>
                        {t('users.resend')}
                      </MenuItem>
                    )}
                    <MenuItem icon="x" tone="danger" onSelect={() => void confirmRevoke(invitation)}>
                      {t('users.revoke')}
                    </MenuItem>
                  </ActionsMenu>
                )),
              ]
            : []),
        ]}
      />
    </>
  )
}
