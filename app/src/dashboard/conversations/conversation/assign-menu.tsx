import type { InboxRow } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import type { ConversationActions } from '../data/actions.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useColleagues } from '../people/members.ts'

/** Loaded with the first menu. */
const AssignPicker = lazy(async () => ({ default: (await import('./assign-picker.tsx')).AssignPicker }))

/** Assignee and team of the conversation. */
export function AssignMenu({ row, actions }: { row: InboxRow; actions: ConversationActions }) {
  const t = useT()
  const user = useUser()
  const { integration } = useInbox()
  const [isOpen, setOpen] = useState(false)
  const assignee = useColleagues(integration.id).find(({ user_id }) => user_id === row.assignee_id)
  const isMine = row.assignee_id === user.id
  const label = isMine ? t('conversations.by_me') : (assignee?.name ?? t('conversations.by_nobody'))
  const done = () => setOpen(false)
  return (
    <Popover
      align="end"
      className="w-72 p-0"
      label={t('conversations.assign')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          size="sm"
          icon="user-plus"
          aria-label={t('conversations.assignee', { name: label })}
          data-tip=""
          data-command="assign"
          className="max-sm:px-2"
        >
          <span className="max-w-28 truncate max-xl:hidden">{label}</span>
          <Icon name="chevron-down" size={14} className="text-muted max-sm:hidden" />
        </Button>
      }
    >
      <Suspense fallback={<div className="h-40" />}>
        <AssignPicker
          integration_id={integration.id}
          contact_id={row.contact.id}
          assignee_id={row.assignee_id}
          team_id={row.team_id}
          onAssign={(user_id, name) => {
            done()
            void actions.assign(row, user_id, name)
          }}
          onTeam={(team_id, name) => {
            done()
            void actions.assignTeam(row, team_id, name)
          }}
        />
      </Suspense>
    </Popover>
  )
}
