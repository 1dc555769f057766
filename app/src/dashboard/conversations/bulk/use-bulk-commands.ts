import { bulkMax, can } from '@ozvi/contract'
import { useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { type CommandOption, useCommands } from '#dashboard/commands'
import { useTeams } from '#dashboard/users'
import { useCommandOptions } from '../conversation/command-options.ts'
import { useCounts } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { isFiltered } from '../list/list-params.ts'
import { type BulkProps, useBulkChanges } from './use-bulk-changes.ts'

/** What can be done with the selected rows, also by shortcut and command palette. */
export function useBulkCommands(props: BulkProps) {
  const t = useT()
  const formats = useFormats()
  const { selection, rows } = props
  const { id: me } = useUser()
  const { integration, listParams } = useInbox()
  const { data: teams = [] } = useTeams(integration.id)
  const [isPicking, setPicking] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const counts = useCounts(integration.id, isFiltered(listParams) ? listParams.filter : undefined)
  const inView = Math.max(counts?.[listParams.view] ?? 0, rows.length)
  const count = selection.isAll ? Math.min(inView, bulkMax) : rows.length
  const changes = useBulkChanges(props, count)
  const { assign, assignTeam, setStatus, snoozeUntil } = changes
  const { times, members, priorities } = useCommandOptions({
    snooze: snoozeUntil,
    assign: (assignee_id, colleague) => assign(assignee_id, colleague && (colleague.name || colleague.email)),
    setPriority: changes.setPriority,
  })
  const toTeams: CommandOption[] = [
    ...teams.map(({ id, name }) => ({
      label: t('bulk-actions.teams', { name }),
      run: () => assignTeam(id, name),
    })),
    { label: t('conversations.assign_no_team'), run: () => assignTeam(null) },
  ]
  const isSpam = listParams.view === 'spam'
  const isDone = listParams.view === 'resolved' || isSpam
  const whole =
    inView > rows.length && !selection.isAll
      ? { label: t('bulk-actions.all', { count: formats.number(inView) }), run: selection.whole }
      : null
  const remove = can(integration, 'conversations.delete') ? changes.remove : null
  useCommands(
    {
      back: selection.clear,
      resolve: isDone ? undefined : () => setStatus('resolved'),
      spam: isSpam ? undefined : () => setStatus('spam'),
      assign_me: () => assign(me),
      tags: () => setTagging(true),
      macro: changes.runMacro,
      block: changes.block,
      assign: { options: () => [...members(), ...(teams.length > 0 ? toTeams : [])] },
      priority: { options: priorities },
      snooze: {
        options: () => [...times(), { label: t('conversations.snooze_custom'), run: () => setPicking(true) }],
      },
    },
    [
      ...(whole ? [{ group: 'list' as const, key: 'select_whole', ...whole }] : []),
      ...(remove
        ? [{ group: 'conversation' as const, key: 'delete', label: t('bulk-actions.delete'), run: remove }]
        : []),
    ],
    true,
  )
  function statusText() {
    if (!selection.isAll) return t('bulk-actions.selected', { count })
    if (inView <= bulkMax) return t('bulk-actions.all_selected', { count })
    return t('bulk-actions.all_capped', { max: formats.number(bulkMax), count: formats.number(inView) })
  }
  return {
    ...changes,
    integration,
    rows,
    count,
    status: statusText(),
    /** Selects the whole list; null if it is. */
    whole,
    clear: selection.clear,
    isSpam,
    isDone,
    priorities,
    isPicking,
    setPicking,
    isTagging,
    setTagging,
    /** Null for those who can't delete. */
    remove,
  }
}
export type BulkCommands = ReturnType<typeof useBulkCommands>
