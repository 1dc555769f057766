import type { Attachment, InboxRow, Macro } from '@ozvi/contract'
import type { Completion } from '#ui/completion-list.tsx'
import { ReplyList } from '#dashboard/canned-replies'
import { EmojiList } from '#dashboard/emoji'
import type { CompletionQuery } from './completion.ts'
import { MentionList } from './mention-list.tsx'

interface CompletionListsProps extends Omit<Completion, 'query'> {
  completion: CompletionQuery
  row: InboxRow
  workspace: { id: string; name: string }
  /** Replaces the typed text. */
  onInsert: (text: string, attachments?: readonly Attachment[]) => void
  onMacro: (macro: Macro) => void
}
/** The suggestion list for the typed trigger. */
export function CompletionLists({ completion, row, workspace, onMacro, ...rest }: CompletionListsProps) {
  const { kind, query } = completion
  if (kind === 'emoji') return <EmojiList query={query} {...rest} />
  if (kind === 'mention') return <MentionList integration_id={workspace.id} query={query} {...rest} />
  return <ReplyList row={row} workspace={workspace} query={query} onMacro={onMacro} {...rest} />
}
