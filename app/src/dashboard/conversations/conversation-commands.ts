import { type InboxRow, can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { useCommands } from '#dashboard/commands'
import { profileOf } from '#dashboard/contacts/profile'
import { teamsQuery } from '#dashboard/users'
import type { ConversationActions } from './data/actions.ts'
import { useCommandOptions } from './conversation/command-options.ts'
import { useInbox } from './layout/inbox-context.ts'
import { customerName } from './people/names.ts'

interface Options {
  row: InboxRow
  actions: ConversationActions
  /** False: read only. */
  canAnswer: boolean
  resolve: () => void
  /** Navigates away: a deleted conversation must not be requested again. */
  leave: () => void
  onTag: () => void
  /** Opens the picker for another snooze time. */
  onPick: () => void
  onMacro: () => void
  onReply: () => void
  onNote: () => void
  /** Takes precedence over commands of other screens. */
  isFirst?: boolean
}
const startScenario = ({ integration_id, id }: InboxRow) =>
  void import('./scenario/start-dialog.tsx').then(({ openStartDialog }) =>
    openStartDialog({ integration_id, conversation_id: id }),
  )

/** Actions on the open or focused conversation, by shortcut and command palette. */
export function useConversationCommands({
  row,
  actions,
  canAnswer,
  resolve,
  leave,
  onTag,
  onPick,
  onMacro,
  onReply,
  onNote,
  isFirst = false,
}: Options) {
  const t = useT()
  const user = useUser()
  const cache = useQueryClient()
  const { integration, pathOf } = useInbox()
  const { times, members, priorities } = useCommandOptions({
    snooze: (until) => void actions.snooze(row, until),
    assign: (id, colleague) => void actions.assign(row, id, colleague?.name ?? ''),
    setPriority: (priority) => void actions.setPriority(row, priority),
  })
  const assign = useAssignCommand({ row, actions, members })
  const merge = () => void import('./merging/dialogs.ts').then((it) => it.openMergeDialog({ row, pathOf }))
  const block = () =>
    void import('#dashboard/contacts/blocking').then((it) =>
      it.openBlockDialog({
        cache,
        t,
        integration_id: integration.id,
        contact_id: row.contact.id,
        name: customerName(row, t),
        markSpam: row.status === 'spam' ? undefined : () => void actions.setStatus(row, 'spam'),
      }),
    )
  const remove = () =>
    void import('./actions/confirm-delete.ts').then((it) => it.confirmDelete(row, t, leave))
  const isOver = row.status === 'resolved' || row.status === 'spam'
  const reopen = () => void actions.setStatus(row, 'open')
  const unsnooze = { label: t('conversations.unsnooze'), run: reopen }
  useCommands(
    canAnswer
      ? {
          reply: onReply,
          note: onNote,
          resolve: row.status === 'resolved' ? undefined : resolve,
          reopen: isOver ? reopen : undefined,
          assign_me: () => void actions.assign(row, user.id, ''),
          take_over: row.handler === 'team' ? undefined : () => void actions.takeOver(row),
          hand_back: row.handler === 'team' ? () => void actions.returnToAssistant(row) : undefined,
          tags: onTag,
          merge,
          block,
          macro: onMacro,
          scenario: () => startScenario(row),
          spam: row.status === 'spam' ? undefined : () => void actions.setStatus(row, 'spam'),
          delete: can(integration, 'conversations.delete') ? remove : undefined,
          snooze: {
            options: () => [
              ...(row.status === 'snoozed' ? [unsnooze] : []),
              ...times(),
              { label: t('conversations.snooze_custom'), run: onPick },
            ],
          },
          assign,
          priority: { options: priorities },
        }
      : {},
    [],
    isFirst,
  )
  return { merge, block }
}

interface Assigning extends Pick<Options, 'row' | 'actions'> {
  members: ReturnType<typeof useCommandOptions>['members']
}
/** Lists members, with the contact's owner as a suggestion, and teams. */
function useAssignCommand({ row, actions, members }: Assigning) {
  const t = useT()
  const cache = useQueryClient()
  const { integration } = useInbox()
  const contact = profileOf(integration.id, row.contact.id)
  const teams = teamsQuery(integration.id)
  const toTeams = () =>
    (cache.getQueryData(teams.queryKey) ?? []).map(({ id, name: team }) => ({
      label: t('bulk-actions.teams', { name: team }),
      run: () => void actions.assignTeam(row, id, team),
    }))
  return {
    options: () => [...members(cache.getQueryData(contact.queryKey)?.owner_id), ...toTeams()],
    load: () =>
      Promise.all([cache.ensureQueryData(teams), cache.ensureQueryData(contact).catch(() => undefined)]),
  }
}
