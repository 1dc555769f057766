import type { VisitorMessage } from '@ozvi/contract'
import { truncate, toPlainText } from '@ozvi/contract/plain-text'
import { Icon } from '../icons.tsx'
import { usePanel, useView, useChat } from '../panel-context.ts'
import type { Translator } from '../messages.ts'

const shownChars = 120
/** The start of a message, or that it is deleted. */
function quoteOf({ body, attachments, change }: VisitorMessage, translator: Translator): string {
  if (change?.is_deleted) return translator.t('deleted')
  return truncate(toPlainText(body), shownChars) || attachments.map(({ name }) => name).join(', ')
}

/** The message that another one replies to, as a link; earlier messages are loaded first. */
export function Quote({ conversation_id, reply_to }: { conversation_id: string; reply_to: string }) {
  const { client, translator } = usePanel()
  const thread = useChat().threads[conversation_id]
  const original = thread?.messages.find(({ id }) => id === reply_to)
  async function show() {
    const now = () => client.state.get().threads[conversation_id]
    const isHeld = () => now()?.messages.some(({ id }) => id === reply_to)
    while (!isHeld() && now()?.has_older) await client.loadOlder(conversation_id)
    requestAnimationFrame(() => {
      const row = document.getElementById(reply_to)
      row?.scrollIntoView({ block: 'center' })
      row?.focus({ preventScroll: true })
    })
  }
  const words = original ? quoteOf(original, translator) : translator.t('older_message')
  return (
    <button
      className="quote"
      aria-label={translator.t('answers', words)}
      onClick={() => void show().catch(() => undefined)}
    >
      <Icon name="answer" size={14} />
      <span className="clipped">{words}</span>
    </button>
  )
}

/** Makes the next message reply to this one. */
export function ReplyButton({ message }: { message: VisitorMessage }) {
  const { view, translator } = usePanel()
  return (
    <button
      className="answer"
      aria-label={translator.t('answer')}
      onClick={() => view.setReplyTarget(message)}
    >
      <Icon name="answer" size={16} />
    </button>
  )
}

/** Above the composer: the message being replied to, and a button to cancel. */
export function ReplyToBar() {
  const { view, translator } = usePanel()
  const { replyTarget: answered } = useView()
  if (!answered) return null
  return (
    <p className="answer-bar">
      <Icon name="answer" size={14} />
      <span className="clipped">{quoteOf(answered, translator)}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={translator.t('answer_none')}
        onClick={() => view.setReplyTarget(null)}
      >
        <Icon name="close" size={16} />
      </button>
    </p>
  )
}
