import { type Conversation, InboxView } from '@ozvi/contract'

export const viewOf = (name: string | null): InboxView =>
  InboxView.options.find((view) => view === name) ?? 'all'

/**
 * Whether a conversation belongs to a view now: the rule by which the server lists, so that a row that changes
 * moves at once. The team's queue holds what a person answers; what runs by itself has a view of its own.
 */
export function isInView(view: InboxView, conversation: Conversation, user_id: string): boolean {
  const { status, handler, assignee_id } = conversation
  const isLive = status === 'open' || status === 'waiting'
  const isTeams = isLive && handler === 'team'
  switch (view) {
    case 'all':
      return isTeams
    case 'mine':
      return isTeams && assignee_id === user_id
    case 'unassigned':
      return isTeams && assignee_id === null
    case 'automated':
      return isLive && handler !== 'team'
    default:
      return status === view
  }
}

export const statusTones = {
  open: 'primary',
  waiting: 'neutral',
  snoozed: 'warning',
  resolved: 'success',
  spam: 'danger',
} as const
