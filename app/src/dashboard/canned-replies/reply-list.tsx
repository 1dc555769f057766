import {
  type Attachment,
  type CannedReply,
  fillVariables,
  normalizeText,
  type InboxRow,
  type Macro,
} from '@ozvi/contract'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { addRecent, getRecent } from '#platform/storage/recent-items.ts'
import { useUser } from '#platform/session/session.tsx'
import { type Completion, CompletionList } from '#ui/completion-list.tsx'
import { useActionText, useMacros } from '#dashboard/macros'
import { usersQuery } from '#dashboard/users'
import { useCannedReplies } from './data.ts'
import { FileCount, namesOf } from './file-count.tsx'
import { findReplies } from './find-replies.ts'

interface ReplyListProps extends Completion {
  row: InboxRow
  workspace: { id: string; name: string }
  onInsert: (text: string, attachments: readonly Attachment[]) => void
  /** Runs a macro; macros are listed after the replies. */
  onMacro: (macro: Macro) => void
}
const shownMax = 8
interface Entry {
  id: string
  title: string
  sign: string
  locale: CannedReply['locale']
  text: string
  /** Number of files. */
  files: number
  run: () => void
}

/** Replies and macros matching the typed text. */
export function ReplyList({ row, workspace, query, onInsert, onMacro, ...rest }: ReplyListProps) {
  const t = useT()
  const user = useUser()
  const { data: replies } = useCannedReplies(workspace.id)
  const { data: team } = useQuery(usersQuery(workspace.id))
  const currentMember = team?.users.find(({ user_id }) => user_id === user.id)
  const { data: macros } = useMacros(workspace.id)
  const text = useActionText(workspace.id)
  const recentKey = `replies.${workspace.id}`
  const matches = useMemo(() => {
    const how = { locale: row.locale, recent: getRecent(recentKey) }
    return findReplies(replies ?? [], query, how).slice(0, shownMax)
  }, [replies, query, row.locale, recentKey])
  const results: Entry[] = [
    ...matches.map((reply) => ({
      id: reply.id,
      title: reply.title,
      sign: `/${reply.shortcut}`,
      locale: reply.locale,
      text: filled(reply) || namesOf(reply),
      files: reply.attachments.length,
      run: () => insert(reply),
    })),
    ...(macros ?? [])
      .filter(({ name }) => normalizeText(name).includes(normalizeText(query)))
      .slice(0, shownMax)
      .map((macro) => ({
        id: macro.id,
        title: macro.name,
        sign: t('macros.sign'),
        locale: null,
        text: macro.actions.map(text).join(' · '),
        files: 0,
        run: () => onMacro(macro),
      })),
  ]
  /** The text of a reply with its variables replaced for this conversation. */
  function filled({ body }: CannedReply) {
    return fillVariables(body, {
      'contact.name': row.contact.name,
      'member.name': currentMember?.display_name || user.name,
      'member.signature': currentMember?.signature ?? '',
      'workspace.name': workspace.name,
    })
  }
  function insert(reply: CannedReply) {
    addRecent(recentKey, reply.id)
    onInsert(filled(reply), reply.attachments)
  }

  if (!replies) return null
  return (
    <CompletionList
      {...rest}
      query={query}
      label={t('canned-replies.title')}
      options={results.map((entry) => ({
        id: entry.id,
        content: (
          <>
            <span className="flex items-baseline gap-2 text-sm">
              <span className="truncate font-medium">{entry.title}</span>
              <span className="shrink-0 text-muted">{entry.sign}</span>
              {entry.files > 0 && <FileCount count={entry.files} />}
              {entry.locale && <span className="ml-auto text-xs text-muted uppercase">{entry.locale}</span>}
            </span>
            <span className="block truncate text-sm text-muted">{entry.text}</span>
          </>
        ),
      }))}
      onChoose={(index) => results[index]?.run()}
    >
      <p role="status" className={results.length > 0 ? 'sr-only' : 'px-3 py-2 text-sm text-muted'}>
        {replies.length + (macros ?? []).length === 0
          ? t('canned-replies.list_empty')
          : results.length === 0
            ? t('canned-replies.found_none')
            : t('canned-replies.found', { count: results.length })}
      </p>
    </CompletionList>
  )
}
