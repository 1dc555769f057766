import { type InboxRow, can, type Message, undoMerge_ms } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { threadOf } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useMergeActions } from './merge-actions.ts'

const linked = 'font-medium text-primary underline-offset-2 hover:underline touch:py-3'

/** A merge or split event, with undo while possible. */
export function MergeLine({ message }: { message: Message }) {
  const t = useT()
  const user = useUser()
  const now = useNow()
  const { integration, pathOf } = useInbox()
  const mergeActions = useMergeActions({ integration_id: integration.id, pathOf })
  const { details, author_id, author_name, conversation_id, sent_at, seq } = message
  const { event, other_id = '', other_number = 0, merge_id } = details
  const later = useQuery({
    ...threadOf(integration.id, conversation_id),
    enabled: false,
  }).data?.messages.filter((each) => each.seq > seq)
  const name = author_name ?? ''
  const values = { who: author_id === user.id ? 'me' : 'other', name, number: other_number }
  const mayUndo = can(integration, 'conversations.answer')
  const isElsewhere = other_id !== conversation_id
  const isUndone = later?.some(
    (each) =>
      (merge_id && each.details.event === 'unmerged' && each.details.merge_id === merge_id) ||
      (each.details.event === 'merged' && each.details.other_id === other_id),
  )
  const isMerge = event === 'merged' || event === 'merged_into'
  const canUndo =
    mayUndo && isElsewhere && !isUndone && (!isMerge || now - Date.parse(sent_at) < undoMerge_ms)
  function undoAction() {
    if (isMerge && merge_id) return () => mergeActions.undo(merge_id)
    if (event === 'split_off') return () => void mergeActions.rejoin(other_id, conversation_id)
    if (event === 'split_from') return () => void mergeActions.rejoin(conversation_id, other_id)
    return undefined
  }
  const undo = undoAction()
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-center text-sm text-muted">
      <span>
        {event === 'merged' && t('conversation-merging.event_merged', values)}
        {event === 'merged_into' && t('conversation-merging.event_merged_into', values)}
        {event === 'unmerged' && t('conversation-merging.event_unmerged', values)}
        {event === 'split_off' && t('conversation-merging.event_split_off', values)}
        {event === 'split_from' && t('conversation-merging.event_split_from', values)}{' '}
        <BaseDate time={sent_at} format="time" className="text-xs whitespace-nowrap" />
      </span>
      {isElsewhere && (
        <PageLink to={pathOf(other_id)} className={linked}>
          {t('conversation-merging.open', { number: other_number })}
        </PageLink>
      )}
      {canUndo && undo && (
        <Button size="sm" variant="quiet" icon="refresh" onClick={undo}>
          {t(isMerge ? 'conversation-merging.undo_merge' : 'conversation-merging.undo_split')}
        </Button>
      )}
    </p>
  )
}

/** Replaces the composer of a merged conversation. */
export function MergedBar({ row }: { row: InboxRow }) {
  const t = useT()
  const { pathOf } = useInbox()
  const number = row.merged_into_number ?? 0
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-t border-line bg-subtle px-4 py-3 text-base text-muted">
      <Icon name="arrow-right" />
      <p className="min-w-0 flex-1">{t('conversation-merging.is_merged', { number })}</p>
      <PageLink to={pathOf(row.merged_into_id ?? row.id)} className={linked}>
        {t('conversation-merging.open', { number })}
      </PageLink>
    </div>
  )
}
