import {
  type Attachment,
  type CannedReply,
  fillVariables,
  folded,
  type InboxRow,
  type Macro,
} from '@ozvi/contract'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { cn } from '#ui/cn.ts'
import { useActionWords, useMacros } from '#dashboard/macros'
import { usersQuery } from '#dashboard/users'
import { useCannedReplies } from './data.ts'
import { FileCount, namesOf } from './file-count.tsx'
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
  onInsert: (text: string, attachments: readonly Attachment[]) => void
  /** Runs a macro, which stand behind the replies. */
  onMacro: (macro: Macro) => void
}
const shownMax = 8
interface Entry {
  id: string
  title: string
  sign: string
  locale: CannedReply['locale']
  text: string
  /** How many go with it. */
  files: number
  run: () => void
}

/** Replies and macros that fit what is being typed; arrows choose, Enter inserts or runs. */
export function ReplyList({ ref, row, workspace, query, field, onInsert, onMacro }: ReplyListProps) {
  const t = useT()
  const user = useUser()
  const { data: replies } = useCannedReplies(workspace.id)
  const { data: team } = useQuery(usersQuery(workspace.id))
  const own = team?.users.find(({ user_id }) => user_id === user.id)
  const { data: macros } = useMacros(workspace.id)
  const words = useActionWords(workspace.id)
  const foundReplies = useMemo(() => {
    const how = { locale: row.locale, recent: recentReplies(workspace.id) }
    return findReplies(replies ?? [], query, how).slice(0, shownMax)
  }, [replies, query, row.locale, workspace.id])
  const found: Entry[] = [
    ...foundReplies.map((reply) => ({
      id: reply.id,
      title: reply.title,
      sign: `/${reply.shortcut}`,
      locale: reply.locale,
      text: reply.body || namesOf(reply),
      files: reply.attachments.length,
      run: () => insert(reply),
    })),
    ...(macros ?? [])
      .filter(({ name }) => folded(name).includes(folded(query)))
      .slice(0, shownMax)
      .map((macro) => ({
        id: macro.id,
        title: macro.name,
        sign: t('macros.sign'),
        locale: null,
        text: macro.actions.map(words).join(' · '),
        files: 0,
        run: () => onMacro(macro),
      })),
  ]
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
      reply.attachments,
    )
  }
  useImperativeHandle(ref, () => ({
    press(key) {
      if (!chosen) return false
      if (key === 'ArrowDown' || key === 'ArrowUp')
        setAt((place) => (place + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
      else if (key === 'Enter' || key === 'Tab') chosen.run()
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
        {replies.length + (macros ?? []).length === 0
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
          {found.map((entry) => (
            <button
              type="button"
              tabIndex={-1}
              key={entry.id}
              id={`canned-reply-${entry.id}`}
              role="option"
              aria-selected={entry.id === chosen?.id}
              onMouseDown={(event) => event.preventDefault()}
              onClick={entry.run}
              className={cn(
                'block min-h-11 w-full rounded-control text-left px-3 py-1.5 hover:bg-inset',
                entry.id === chosen?.id && 'bg-primary-subtle hover:bg-primary-subtle forced-colors:outline',
              )}
            >
              <span className="flex items-baseline gap-2 text-sm">
                <span className="truncate font-medium">{entry.title}</span>
                <span className="shrink-0 text-muted">{entry.sign}</span>
                {entry.files > 0 && <FileCount count={entry.files} />}
                {entry.locale && <span className="ml-auto text-xs text-muted uppercase">{entry.locale}</span>}
              </span>
              <span className="block truncate text-sm text-muted">{entry.text}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
