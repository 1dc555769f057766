import { fillVariables, type CannedReply, type InboxRow } from '@ozvi/contract'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { cn } from '#ui/cn.ts'
import { usersQuery } from '#dashboard/users'
import { useCannedReplies } from './data.ts'
import { findReplies } from './find-replies.ts'
import { noteReply, recentReplies } from './recent-replies.ts'

export interface ReplyListHandle {
  /** @returns whether the key was the list's */
  press: (key: string) => boolean
}
interface ReplyListProps {
  ref: RefObject<ReplyListHandle | null>
  row: InboxRow
  workspace: { id: string; name: string }
  /** What was typed after the sign. */
  query: string
  /** The field in which it was typed; it keeps the focus. */
  field: RefObject<HTMLTextAreaElement | null>
  onInsert: (text: string) => void
}
const shownMax = 8

/** Replies that fit what is being typed; arrows choose, Enter inserts. */
export function ReplyList({ ref, row, workspace, query, field, onInsert }: ReplyListProps) {
  const t = useT()
  const user = useUser()
  const { data: replies } = useCannedReplies(workspace.id)
  const { data: team } = useQuery(usersQuery(workspace.id))
  const own = team?.users.find(({ user_id }) => user_id === user.id)
  const found = useMemo(() => {
    const how = { locale: row.locale, recent: recentReplies(workspace.id) }
    return findReplies(replies ?? [], query, how).slice(0, shownMax)
  }, [replies, query, row.locale, workspace.id])
  const [at, setAt] = useState(0)
  useEffect(() => setAt(0), [query])
  const chosen = found[Math.min(at, found.length - 1)]

  function insert(reply: CannedReply) {
    noteReply(workspace.id, reply.id)
    onInsert(
      fillVariables(reply.body, {
        'contact.name': row.contact.name,
        'member.name': own?.display_name || user.name,
        'member.signature': own?.signature ?? '',
        'workspace.name': workspace.name,
      }),
    )
  }
  useImperativeHandle(ref, () => ({
    press(key) {
      if (!chosen) return false
      if (key === 'ArrowDown' || key === 'ArrowUp')
        setAt((place) => (place + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
      else if (key === 'Enter' || key === 'Tab') insert(chosen)
      else return false
      return true
    },
  }))
  const chosen_id = chosen && `canned-reply-${chosen.id}`
  useEffect(() => {
    const element = field.current
    if (!element || !chosen_id) return
    element.setAttribute('aria-controls', 'canned-replies')
    element.setAttribute('aria-activedescendant', chosen_id)
    return () => {
      element.removeAttribute('aria-controls')
      element.removeAttribute('aria-activedescendant')
    }
  }, [field, chosen_id])

  if (!replies) return null
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 animate-popover rounded-card border border-line bg-raised p-1 shadow-popover">
      <p role="status" className={found.length > 0 ? 'sr-only' : 'px-3 py-2 text-sm text-muted'}>
        {replies.length === 0
          ? t('canned-replies.list_empty')
          : found.length === 0
            ? t('canned-replies.found_none')
            : t('canned-replies.found', { count: found.length })}
      </p>
      {found.length > 0 && (
        <div
          id="canned-replies"
          role="listbox"
          aria-label={t('canned-replies.title')}
          className="max-h-72 overflow-y-auto"
        >
          {found.map((reply) => (
            <button
              type="button"
              tabIndex={-1}
              key={reply.id}
              id={`canned-reply-${reply.id}`}
              role="option"
              aria-selected={reply === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(reply)}
              className={cn(
                'block min-h-11 w-full rounded-control text-left px-3 py-1.5 hover:bg-inset',
                reply === chosen && 'bg-primary-subtle hover:bg-primary-subtle forced-colors:outline',
              )}
            >
              <span className="flex items-baseline gap-2 text-sm">
                <span className="truncate font-medium">{reply.title}</span>
                <span className="shrink-0 text-muted">/{reply.shortcut}</span>
                {reply.locale && <span className="ml-auto text-xs text-muted uppercase">{reply.locale}</span>}
              </span>
              <span className="block truncate text-sm text-muted">{reply.body}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
