import type { BulkAction } from '@ozvi/contract'
import { useEffect, useRef } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { toast } from '#ui/toast.ts'
import { type BulkEntry, canUndo, undoBulk, useBulkAction } from './data.ts'

interface ListProps {
  entries: readonly BulkEntry[]
  upsert: (id: string, entry?: BulkEntry) => void
  /** Some rows differ from their optimistic state. */
  onMismatch: () => void
  /** Called if some couldn't be resolved. @param done the result for the others, as text; empty if there are none */
  onIncomplete?: (action: BulkAction, done: string, undo: () => void) => void
}
/** Progress of bulk actions. */
export const BulkList = ({ entries, upsert, ...rest }: ListProps) =>
  entries.map((entry) => (
    <BulkProgress
      key={entry.action.id + entry.action.state}
      entry={entry}
      onBulk={(next) => upsert(entry.action.id, next)}
      {...rest}
    />
  ))

interface Props extends Omit<ListProps, 'entries' | 'upsert'> {
  entry: BulkEntry
  /** The action or its undo; undefined when it has ended. */
  onBulk: (entry: BulkEntry | undefined) => void
}
/** Progress of one bulk action; ends with a toast that can undo it. */
function BulkProgress({ entry, onBulk, onMismatch, onIncomplete }: Props) {
  const t = useT()
  const action = useBulkAction(entry.action)
  const doneText = useDoneText()
  const isUndo = action.state === 'undoing' || action.state === 'undone'
  const isOfContacts = action.list === 'contacts' || action.change.kind === 'block'
  const announcedState = useRef('')
  const undo = () =>
    void undoBulk(action).then(
      (undoing) => onBulk({ ...entry, action: undoing }),
      (error: unknown) => toastError(error, t),
    )
  useEffect(() => {
    if (action.state === 'running' || action.state === 'undoing' || announcedState.current === action.state)
      return
    announcedState.current = action.state
    entry.withdraw?.()
    const remaining = action.state === 'done' ? action.total - action.changed : action.changed
    // An undo may have stopped the action before it changed everything shown as changed.
    if (remaining > 0 || action.state === 'undone') onMismatch()
    if (action.state === 'undone') {
      const undone = t(isOfContacts ? 'segments.many_undone' : 'bulk-actions.undone', {
        count: action.total - remaining,
      })
      toast.success(remaining > 0 ? t('bulk-actions.kept', { undone, count: remaining }) : undone)
    } else if (action.incomplete > 0 && onIncomplete) {
      onIncomplete(action, action.changed > 0 ? doneText(action, entry.name) : '', undo)
    } else if (action.changed === 0) toast.info(t('bulk-actions.done_nothing'))
    else {
      const label = t('conversations.undo')
      toast.success(
        doneText(action, entry.name),
        canUndo(action.change) ? { label, onClick: undo } : undefined,
      )
    }
    onBulk(undefined)
  })
  const progressText = t(isUndo ? 'bulk-actions.progress_undo' : 'bulk-actions.progress', {
    done: action.done,
    total: action.total,
  })
  return (
    <div className="shrink-0 border-t border-line bg-raised px-4 py-3">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted">
          {progressText}
        </p>
        {action.state === 'running' && canUndo(action.change) && (
          <button
            type="button"
            onClick={() => {
              entry.withdraw?.()
              undo()
            }}
            className="h-6 rounded-control px-1 text-sm text-primary hover:underline touch:h-11"
          >
            {t('conversations.undo')}
          </button>
        )}
      </div>
      <Meter label={progressText} value={action.done} max={action.total} />
    </div>
  )
}

/** What a bulk action has done, as text. */
function useDoneText() {
  const t = useT()
  const formats = useFormats()
  const { id: me } = useUser()
  return ({ change, changed: count }: BulkAction, name: string): string => {
    if (change.kind === 'contact_tags') return t('segments.many_tagged', { count })
    if (change.kind === 'erase') return t('segments.many_erasing', { count })
    if (change.kind === 'owner')
      return change.owner_id === null
        ? t('segments.many_unowned', { count })
        : t('segments.many_owned', { count, name })
    if (change.kind === 'block') return t('bulk-actions.done_block', { count })
    if (change.kind === 'delete') return t('bulk-actions.done_delete', { count })
    if (change.kind === 'status') {
      const time = change.snoozed_until ? formats.dateTime(change.snoozed_until) : ''
      return t(`bulk-actions.done_${change.status}`, { count, time })
    }
    if (change.kind === 'assignee') {
      if (change.assignee_id === null) return t('bulk-actions.done_unassigned', { count })
      if (change.assignee_id === me) return t('bulk-actions.done_assigned_me', { count })
      return t('bulk-actions.done_assigned', { count, name })
    }
    if (change.kind === 'team')
      return change.team_id === null
        ? t('bulk-actions.done_no_team', { count })
        : t('bulk-actions.done_team', { count, name })
    if (change.kind === 'priority')
      return t('bulk-actions.done_priority', {
        count,
        priority: t(`conversations.priority_${change.priority}`),
      })
    if (change.kind === 'macro') return t('bulk-actions.done_macro', { count, name })
    return t('bulk-actions.done_tags', { count })
  }
}
