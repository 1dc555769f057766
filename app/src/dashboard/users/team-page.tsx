import { type Invitation, may, type Member } from '@ozvi/contract'
import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card, Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { invite, resend, revoke, useUsers } from './data.ts'

// The router asks for a default export.
export default function TeamPage() {
  const t = useT()
  const { id, name, role } = useIntegration()
  const { users, invitations } = useUsers(id)
  const isAllowed = may(role, 'team.manage')
  const open = invitations.filter(({ state }) => state === 'pending' || state === 'expired')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_team')} – ${name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_team')}</h1>
      {isAllowed && <Invite integration_id={id} />}
      <section className="flex flex-col gap-3">
        <h2 className="text-md font-semibold">
          {t('users.members')} <span className="font-normal text-muted">{users.length}</span>
        </h2>
        <Card>
          <Members users={users} />
        </Card>
      </section>
      {open.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-md font-semibold">
            {t('users.invitations')} <span className="font-normal text-muted">{open.length}</span>
          </h2>
          <Card>
            <Invitations integration_id={id} invitations={open} isAllowed={isAllowed} />
          </Card>
        </section>
      )}
    </div>
  )
}

function Invite({ integration_id }: { integration_id: string }) {
  const t = useT()
  const [round, setRound] = useState(0)
  const { run, isBusy, problem } = useAction(async (email: string, role: string) => {
    await invite(integration_id, { email, role: invitedRoles.find((one) => one === role) ?? 'agent' })
    toast.success(t('users.invited', { email }))
    setRound(round + 1)
  })
  return (
    <Section title={t('users.invite')} description={t('users.invite_text')}>
      <Form
        key={round}
        id="invite"
        labels={{ email: t('auth.email'), role: t('users.role') }}
        problem={problem}
        onSubmit={({ email = '', role = '' }) => void run(email, role)}
        className="gap-4"
      >
        <div className="flex flex-col gap-4 sm:flex-row sm:items-start">
          <Field name="email" isRequired className="flex-1">
            <Input type="email" inputMode="email" autoComplete="off" autoCapitalize="none" />
          </Field>
          <Field name="role" className="sm:w-44">
            <Select defaultValue="agent">
              {invitedRoles.map((role) => (
                <option key={role} value={role}>
                  {t(`users.role_${role}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" look="primary" isBusy={isBusy} className="sm:mt-6.5">
            {t('users.send_invitation')}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
const invitedRoles = ['admin', 'editor', 'agent', 'viewer'] as const

function Members({ users }: { users: readonly Member[] }) {
  const t = useT()
  const { id } = useUser()
  return (
    <Table
      caption={t('users.members')}
      rows={users}
      rowKey={({ user_id }) => user_id}
      columns={[
        {
          key: 'name',
          header: t('users.name'),
          cell: ({ user_id, name, email }) => (
            <span className="flex items-center gap-3">
              <Avatar name={name || email} size="lg" />
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-medium">
                  {name}
                  {user_id === id && <Badge>{t('users.you')}</Badge>}
                </span>
                <span className="block truncate text-muted">{email}</span>
              </span>
            </span>
          ),
        },
        { key: 'role', header: t('users.role'), cell: ({ role }) => t(`users.role_${role}`) },
        {
          key: 'joined',
          header: t('users.joined'),
          cell: ({ joined_at }) => <BaseDate time={joined_at} look="date" className="text-muted" />,
          isExtra: true,
        },
      ]}
    />
  )
}

interface InvitationsProps {
  integration_id: string
  invitations: readonly Invitation[]
  isAllowed: boolean
}
function Invitations({ integration_id, invitations, isAllowed }: InvitationsProps) {
  const t = useT()
  const formats = useFormats()
  const again = useAction(async ({ id, email }: Invitation) => {
    await resend(integration_id, id)
    toast.success(t('users.invited', { email }))
  })
  const askToRevoke = ({ id, email }: Invitation) =>
    confirm({
      title: t('users.revoke_title'),
      description: t('users.revoke_text', { email }),
      confirmLabel: t('users.revoke'),
      async act() {
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
          { key: 'role', header: t('users.role'), cell: ({ role }) => t(`users.role_${role}`) },
          {
            key: 'state',
            header: t('users.state'),
            cell: ({ state, expires_at }) =>
              state === 'expired' ? (
                <Badge tone="warning">{t('users.expired')}</Badge>
              ) : (
                <span className="flex items-center gap-2">
                  <Badge tone="primary">{t('users.pending')}</Badge>
                  <span className="text-sm text-muted max-lg:hidden">
                    {t('users.until', { date: formats.date(expires_at) })}
                  </span>
                </span>
              ),
          },
          ...(isAllowed
            ? [
                {
                  key: 'actions',
                  header: t('users.actions'),
                  isHeaderHidden: true,
                  align: 'end' as const,
                  cell: (invitation: Invitation) => (
                    <Menu
                      align="end"
                      trigger={
                        <IconButton
                          icon="dots"
                          size="sm"
                          label={t('users.actions_for', { email: invitation.email })}
                          disabled={again.isBusy}
                        />
                      }
                    >
                      <MenuItem icon="refresh" onSelect={() => void again.run(invitation)}>
                        {t('users.resend')}
                      </MenuItem>
                      <MenuItem icon="x" tone="danger" onSelect={() => void askToRevoke(invitation)}>
                        {t('users.revoke')}
                      </MenuItem>
                    </Menu>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
