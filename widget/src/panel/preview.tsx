import type { VisitorConversation } from '@ozvi/contract'
import { Icon } from './icons.tsx'
import { unreadCount } from './thread/message-list-items.ts'
import { usePanel, useView, useChat } from './panel-context.ts'

/** Identifies a preview. It contains the last message, so a new one is shown after an earlier preview was closed. */
const keyOf = ({ id, last_seq }: VisitorConversation) => `${id} ${last_seq}`

/** @returns the newest unread conversation while the panel is closed; null if its preview was closed */
export function usePeek(): VisitorConversation | null {
  const { view } = usePanel()
  const { is_open } = useView()
  const { conversations, threads } = useChat()
  const row = is_open ? undefined : conversations.find((each) => unreadCount(each, threads[each.id]) > 0)
  return row && !view.isPeekClosed(keyOf(row)) ? row : null
}

/** The newest unread message, above the launcher. */
export function Preview({ row }: { row: VisitorConversation }) {
  const { boot, view, postToHost, translator } = usePanel()
  const { threads } = useChat()
  const author = threads[row.id]?.messages.findLast(({ author }) => author !== 'contact')?.author_name
  return (
    <div className="preview" role="status">
      <button className="preview-text" onClick={() => postToHost({ type: 'open' })}>
        <strong className="clipped">{author ?? boot.name}</strong>
        <span>{row.last_message_preview}</span>
      </button>
      <button
        className="icon-button"
        aria-label={translator.t('close_preview')}
        onClick={() => view.closePeek(keyOf(row))}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
