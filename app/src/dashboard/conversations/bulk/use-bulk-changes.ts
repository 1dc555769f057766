import type { BulkChange, InboxRow, Priority } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { confirm } from '#ui/confirm.ts'
import type { Selection } from '#dashboard/bulk-actions'
import { useInbox } from '../layout/inbox-context.ts'
import { startBulk } from './bulk-data.ts'

export interface BulkProps {
  rows: readonly InboxRow[]
  selection: Selection
  /** Called when a change starts. */
  onDone: (change: BulkChange) => void
}
/** Changes of the selected rows. @param count how many conversations they are, loaded or not */
export function useBulkChanges({ rows, selection, onDone }: BulkProps, count: number) {
  const t = useT()
  const cache = useQueryClient()
  const { integration, listParams, listPath, onBulk } = useInbox()
  const { id: opened = '' } = useParams()
  const navigate = useNavigate()
  /** @param name of the assignee, for the toast */
  function change(next: BulkChange, name = '') {
    const list = selection.isAll ? listParams : undefined
    onDone(next)
    onBulk(startBulk(cache, integration.id, next, rows, list), next, name)
  }
  return {
    setStatus: (status: 'open' | 'resolved' | 'spam') => change({ kind: 'status', status }),
    snoozeUntil: (until: Date) =>
      change({ kind: 'status', status: 'snoozed', snoozed_until: until.toISOString() }),
    assign: (assignee_id: string | null, name = '') => change({ kind: 'assignee', assignee_id }, name),
    assignTeam: (team_id: string | null, name = '') => change({ kind: 'team', team_id }, name),
    setPriority: (priority: Priority) => change({ kind: 'priority', priority }),
    setTags: (add: string[], remove: string[]) => change({ kind: 'tags', add, remove }),
    runMacro: () =>
      void import('../macros/macro-picker.tsx').then(async ({ pickMacro }) => {
        const macro = await pickMacro({ integration_id: integration.id })
        if (macro) change({ kind: 'macro', macro_id: macro.id }, macro.name)
      }),
    block: () =>
      void import('#dashboard/contacts/blocking').then(({ openBlockManyDialog }) =>
        openBlockManyDialog(t, count, async (to) => change({ kind: 'block', ...to })),
      ),
    remove: () =>
      void confirm({
        title: t('bulk-actions.delete_title', { count }),
        description: t('bulk-actions.delete_text'),
        confirmLabel: t('bulk-actions.delete_do', { count }),
        async action() {
          // Navigates away first, so that a deleted conversation isn't requested again.
          if (selection.isAll || selection.ids.includes(opened)) await navigate(listPath)
          change({ kind: 'delete' })
        },
      }),
  }
}
