import type { BulkAct } from '@ozvi/contract'
import { useEffect, useRef } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { useUser } from '#platform/session/session.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { toast } from '#ui/toast.ts'
import { type Bulk, canUndo, undoBulk, useBulkAct } from './data.ts'

interface ListProps {
  bulks: readonly Bulk[]
  put: (id: string, bulk?: Bulk) => void
  /** Some rows differ from their optimistic state. */
  onOther: () => void
  /** Some couldn't be resolved. @param done what happened to the others, as text; empty if there are none */
  onIncomplete?: (act: BulkAct, done: string, undo: () => void) => void
}
/** Progress of bulk actions. */
export const BulkList = ({ bulks, put, ...rest }: ListProps) =>
  bulks.map((bulk) => (
    <BulkProgress
      key={bulk.act.id + bulk.act.state}
      bulk={bulk}
      onBulk={(next) => put(bulk.act.id, next)}
      {...rest}
    />
  ))

interface Props extends Omit<ListProps, 'bulks' | 'put'> {
  bulk: Bulk
  /** The action or its undo; undefined when it has ended. */
  onBulk: (bulk: Bulk | undefined) => void
}
/** Progress of one bulk action; ends with a toast that can undo it. */
function BulkProgress({ bulk, onBulk, onOther, onIncomplete }: Props) {
  const t = useT()
  const act = useBulkAct(bulk.act)
  const doneWords = useDoneWords()
  const isUndo = act.state === 'undoing' || act.state === 'undone'
  const isOfPeople = act.list === 'contacts' || act.change.kind === 'block'
  const said = useRef('')
  const undo = () =>
    void undoBulk(act).then(
      (undoing) => onBulk({ ...bulk, act: undoing }),
      (error: unknown) => sayFailure(error, t),
    )
  useEffect(() => {
    if (act.state === 'running' || act.state === 'undoing' || said.current === act.state) return
    said.current = act.state
    bulk.withdraw?.()
    const left = act.state === 'done' ? act.total - act.changed : act.changed
    // An undo may have stopped the action before it changed everything shown as changed.
    if (left > 0 || act.state === 'undone') onOther()
    if (act.state === 'undone') {
      const undone = t(isOfPeople ? 'segments.many_undone' : 'selection.undone', {
        count: act.total - left,
      })
      toast.success(left > 0 ? t('selection.kept', { undone, count: left }) : undone)
    } else if (act.incomplete > 0 && onIncomplete) {
      onIncomplete(act, act.changed > 0 ? doneWords(act, bulk.name) : '', undo)
    } else if (act.changed === 0) toast.info(t('selection.done_nothing'))
    else {
      const label = t('conversations.undo')
      toast.success(doneWords(act, bulk.name), canUndo(act.change) ? { label, onClick: undo } : undefined)
    }
    onBulk(undefined)
  })
  const words = t(isUndo ? 'selection.progress_undo' : 'selection.progress', {
    done: act.done,
    total: act.total,
  })
  return (
    <div className="shrink-0 border-t border-line bg-raised px-4 py-3">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted">
          {words}
        </p>
        {act.state === 'running' && canUndo(act.change) && (
          <button
            type="button"
            onClick={() => {
              bulk.withdraw?.()
              undo()
            }}
            className="h-6 rounded-control px-1 text-sm text-primary hover:underline touch:h-11"
          >
            {t('conversations.undo')}
          </button>
        )}
      </div>
      <Meter label={words} value={act.done} max={act.total} />
    </div>
  )
}

/** What a bulk action has done, as text. */
function useDoneWords() {
  const t = useT()
  const formats = useFormats()
  const { id: me } = useUser()
  return ({ change, changed: count }: BulkAct, name: string): string => {
    if (change.kind === 'contact_tags') return t('segments.many_tagged', { count })
    if (change.kind === 'erase') return t('segments.many_erasing', { count })
    if (change.kind === 'owner')
      return change.owner_id === null
        ? t('segments.many_unowned', { count })
        : t('segments.many_owned', { count, name })
    if (change.kind === 'block') return t('selection.done_block', { count })
    if (change.kind === 'delete') return t('selection.done_delete', { count })
    if (change.kind === 'status') {
      const time = change.snoozed_until ? formats.dateTime(change.snoozed_until) : ''
      return t(`selection.done_${change.status}`, { count, time })
    }
    if (change.kind === 'assignee') {
      if (change.assignee_id === null) return t('selection.done_unassigned', { count })
      if (change.assignee_id === me) return t('selection.done_assigned_me', { count })
      return t('selection.done_assigned', { count, name })
    }
    if (change.kind === 'team')
      return change.team_id === null
        ? t('selection.done_no_team', { count })
        : t('selection.done_team', { count, name })
    if (change.kind === 'priority')
      return t('selection.done_priority', { count, priority: t(`conversations.priority_${change.priority}`) })
    if (change.kind === 'macro') return t('selection.done_macro', { count, name })
    return t('selection.done_tags', { count })
  }
}
