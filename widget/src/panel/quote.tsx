import type { VisitorMessage } from '@ozvi/contract'
import { beginningOf, plainWords } from '@ozvi/contract/plain-words'
import { Icon } from './icons.tsx'
import { usePanel, useView, useVisit } from './panel-context.ts'
import type { Speech } from './words.ts'

const shownChars = 120
/** The start of a message, or that it is deleted. */
function quoteOf({ body, attachments, change }: VisitorMessage, speech: Speech): string {
  if (change?.is_deleted) return speech.say('deleted')
  return beginningOf(plainWords(body), shownChars) || attachments.map(({ name }) => name).join(', ')
}

/** The message that another one replies to, as a link; earlier messages are loaded first. */
export function Quote({ conversation_id, reply_to }: { conversation_id: string; reply_to: string }) {
  const { visit, speech } = usePanel()
  const thread = useVisit().threads[conversation_id]
  const original = thread?.messages.find(({ id }) => id === reply_to)
  async function show() {
    const now = () => visit.state.get().threads[conversation_id]
    const isHeld = () => now()?.messages.some(({ id }) => id === reply_to)
    while (!isHeld() && now()?.has_older) await visit.loadOlder(conversation_id)
    requestAnimationFrame(() => {
      const row = document.getElementById(reply_to)
      row?.scrollIntoView({ block: 'center' })
      row?.focus({ preventScroll: true })
    })
  }
  const words = original ? quoteOf(original, speech) : speech.say('older_message')
  return (
    <button
      className="quote"
      aria-label={speech.say('answers', words)}
      onClick={() => void show().catch(() => undefined)}
    >
      <Icon name="answer" size={14} />
      <span className="clipped">{words}</span>
    </button>
  )
}

/** Makes the next message reply to this one. */
export function AnswerButton({ message }: { message: VisitorMessage }) {
  const { view, speech } = usePanel()
  return (
    <button className="answer" aria-label={speech.say('answer')} onClick={() => view.answer(message)}>
      <Icon name="answer" size={16} />
    </button>
  )
}

/** Above the composer: the message being replied to, and a button to cancel. */
export function AnswerBar() {
  const { view, speech } = usePanel()
  const { answered } = useView()
  if (!answered) return null
  return (
    <p className="answer-bar">
      <Icon name="answer" size={14} />
      <span className="clipped">{quoteOf(answered, speech)}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={speech.say('answer_none')}
        onClick={() => view.answer(null)}
      >
        <Icon name="close" size={16} />
      </button>
    </p>
  )
}
