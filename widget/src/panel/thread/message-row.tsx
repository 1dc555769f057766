import type { Citation, VisitorMessage } from '@ozvi/contract'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { extra } from '../extra.tsx'
import { Files } from './files.tsx'
import { Icon } from '../icons.tsx'
import { plainText } from './inline-text.tsx'
import { Markdown } from './markdown.tsx'
import type { Outgoing } from '../composer/outbox.ts'
import { usePanel, useTheme } from '../panel-context.ts'
import { Avatar } from '../components.tsx'
import { ReplyButton, Quote } from './quote.tsx'
import type { Translator } from '../messages.ts'

const Form = extra(async () => (await import('../form.tsx')).Form)
/** Without their script, cards are shown as text. */
const Cards = extra(
  async () => (await import('./cards.tsx')).Cards,
  ({ message }) => <div className="bubble">{plainText(message.body)}</div>,
)

type Open = (citation: Citation) => void

/** The author as the visitor sees them; null: the assistant. */
const authorName = ({ author, author_name }: VisitorMessage, translator: Translator) =>
  author === 'assistant' || author === 'scenario' ? null : (author_name ?? translator.t('team'))

function citeWith(citations: readonly Citation[], open: Open, translator: Translator) {
  return (number: number): ReactNode => {
    const citation = citations.find((each) => each.number === number)
    return citation ? (
      <button
        className="chip"
        aria-label={translator.t('source', number, citation.title)}
        aria-haspopup="dialog"
        onClick={() => open(citation)}
      >
        {number}
      </button>
    ) : null
  }
}

/** Cited sources by title; each opens its passage. */
function Sources({ citations, onOpen }: { citations: readonly Citation[]; onOpen: Open }) {
  const { translator } = usePanel()
  return (
    <ul className="sources" aria-label={translator.t('sources')}>
      {citations.map((citation) => (
        <li key={citation.number}>
          <button className="source" aria-haspopup="dialog" onClick={() => onOpen(citation)}>
            <span className="unseen">{translator.t('source_mark')}</span>
            <span className="source-number">{citation.number}</span>
            <span className="clipped">{citation.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Consecutive messages on the left: name and avatar once per group. */
export function AgentMessage(props: {
  name: string | null
  avatar?: string | null
  is_first: boolean
  sent_at?: string
  /** Sent by a scenario: nothing about its text is artificial intelligence. */
  isScripted?: boolean
  children: ReactNode
}) {
  const { boot, translator } = usePanel()
  return (
    <div className={props.is_first ? 'theirs first' : 'theirs'}>
      {props.is_first && <Avatar name={props.name} avatar={props.avatar} />}
      <p className={props.is_first ? 'voice' : 'unseen'}>
        {props.name ?? (boot.assistant_name || translator.t('assistant'))}
        {/* Without the spaces, screen readers read name, badge and time as one word. */}
        {props.name === null && !props.isScripted && (
          <>
            {' '}
            <span className="ai">{translator.t('ai_badge')}</span>
          </>
        )}{' '}
        {props.sent_at && <time dateTime={props.sent_at}>{translator.time(props.sent_at)}</time>}
      </p>
      {props.children}
    </div>
  )
}

const day_ms = 86_400_000
const scoreOf = (value = 0) => ([1, 2, 3, 4, 5] as const).find((score) => score === value) ?? 3

function EventNotice({ message }: { message: VisitorMessage }) {
  const { translator } = usePanel()
  const { behavior } = useTheme()
  const { kind, body, details, author_name, sent_at } = message
  if (kind === 'hand_over')
    return (
      <p className="hand-over">
        <Icon name="person" size={18} />
        <span>{body || translator.t('handed_over')}</span>
      </p>
    )
  if (kind === 'ai_notice')
    return (
      <p className="notice">
        <Icon name="spark" size={14} />
        <span>{body}</span>
      </p>
    )
  if (kind === 'rating') {
    const score = scoreOf(details.score)
    return (
      <p className="notice">
        {translator.t('rated', translator.t(`score_${score}`))}
        {body && <q dir="auto">{body}</q>}
      </p>
    )
  }
  const value = details.event === 'taken_over' && author_name ? translator.t('taken_over', author_name) : ''
  const handedBackText = details.event === 'handed_back' ? translator.t('handed_back') : ''
  const isOver = Date.now() - Date.parse(sent_at) > behavior.reopen_days * day_ms
  const closed = details.status === 'resolved' ? translator.t(isOver ? 'closed' : 'resolved') : ''
  return <p className="notice">{body || value || handedBackText || closed}</p>
}

/** Replies to choose from, while nothing has been said after their message. */
function Buttons({ message }: { message: VisitorMessage }) {
  const { client, translator } = usePanel()
  return (
    <ul className="choices" aria-label={translator.t('choices')}>
      {message.details.buttons?.map((button) => (
        <li key={button.id}>
          <button className="suggestion" onClick={() => void client.choose(message, button)}>
            {button.text}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface MessageProps {
  message: VisitorMessage
  is_first: boolean
  /** Whether nothing follows it. */
  is_last: boolean
  /** Delivery state, below the visitor's last message. */
  mark: 'sent' | 'seen' | null
  onOpen: Open
}
export const MessageRow = memo(function MessageRow({
  message,
  is_first,
  is_last,
  mark,
  onOpen,
}: MessageProps) {
  const { translator } = usePanel()
  const { author, kind, body, attachments, citations, details, change, sent_at } = message
  if (kind !== 'text' && kind !== 'answer')
    return (
      <li>
        <EventNotice message={message} />
      </li>
    )
  // A chosen button and a filled-in form follow their message.
  const quote = details.reply_to && !details.button_id && !details.form_values && (
    <Quote conversation_id={message.conversation_id} reply_to={details.reply_to} />
  )
  if (author === 'contact')
    return (
      <li
        id={message.id}
        tabIndex={-1}
        className={is_first ? 'mine first' : 'mine'}
        title={translator.time(sent_at)}
      >
        <span className="unseen">{translator.t('you')}</span>
        {quote}
        {body && (
          <div className="said">
            <div className="bubble typed" dir="auto">
              {plainText(body)}
            </div>
            <ReplyButton message={message} />
          </div>
        )}
        <Files files={attachments} />
        <time className="unseen" dateTime={sent_at}>
          {translator.time(sent_at)}
        </time>
        {mark && (
          <p className="mark">
            {translator.time(sent_at)} · {translator.t(mark)}
          </p>
        )}
      </li>
    )
  return (
    <li id={message.id} tabIndex={-1} title={translator.time(sent_at)}>
      <AgentMessage
        name={authorName(message, translator)}
        avatar={message.author_avatar}
        is_first={is_first}
        sent_at={sent_at}
        isScripted={author === 'scenario'}
      >
        {quote}
        {change?.is_deleted && <p className="bubble deleted">{translator.t('deleted')}</p>}
        {details.cards && <Cards message={message} cards={details.cards} isOpen={is_last} />}
        {body && !details.cards && (
          <div className="said">
            <div className="bubble" dir="auto">
              {details.band === 'may_help' && <p className="doubt">{translator.t('may_help')}</p>}
              <Markdown text={body} cite={citeWith(citations, onOpen, translator)} />
            </div>
            <ReplyButton message={message} />
          </div>
        )}
        {details.image && (
          <img
            className="image"
            src={details.image.path}
            alt={details.image.alt}
            width={details.image.width}
            height={details.image.height}
            loading="lazy"
            decoding="async"
          />
        )}
        <Files files={attachments} />
        {change?.is_edited && !change.is_deleted && <p className="mark">{translator.t('edited')}</p>}
        {citations.length > 0 && <Sources citations={citations} onOpen={onOpen} />}
        {is_last && details.buttons && <Buttons message={message} />}
        {is_last && details.form && <Form message={message} fields={details.form} />}
      </AgentMessage>
    </li>
  )
})

/** Whether the server said why a message has to wait. */
const isHeld = (delay: Outgoing['delay']): delay is NonNullable<Outgoing['delay']> =>
  delay !== undefined && delay.status > 0 && (delay.status !== 429 || delay.until_ms > 0)

function Delay({ status, until_ms }: NonNullable<Outgoing['delay']>) {
  const { client, translator } = usePanel()
  if (status === 429) return <RateLimit until_ms={until_ms} />
  return (
    <>
      {translator.t('server_error')}{' '}
      {until_ms === 0 && (
        <button className="text-button" onClick={() => client.nudge()}>
          {translator.t('try_now')}
        </button>
      )}
    </>
  )
}

/** A countdown to the next attempt. Screen readers don't announce the seconds. */
function RateLimit({ until_ms }: { until_ms: number }) {
  const { translator } = usePanel()
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(1, Math.ceil((until_ms - now_ms) / 1000))
  return <span aria-live="off">{translator.t('too_many_requests', seconds)}</span>
}

/** Not acknowledged yet. */
export function OutgoingRow({ outgoing, is_first }: { outgoing: Outgoing; is_first: boolean }) {
  const { client, translator } = usePanel()
  const { id, conversation_id, body, reply_to, button_id, files = [], state, problem, delay } = outgoing
  // A message that only waits for an earlier one is shown as being sent.
  const label = state === 'waiting' && delay?.status !== 0 ? 'sending' : state
  return (
    <li className={is_first ? 'mine first' : 'mine'}>
      <span className="unseen">{translator.t('you')}</span>
      {reply_to && !button_id && <Quote conversation_id={conversation_id} reply_to={reply_to} />}
      {body && (
        <div className={`bubble typed ${state}`} dir="auto">
          {plainText(body)}
        </div>
      )}
      <Files files={files} />
      <p className={state === 'failed' ? 'mark danger' : 'mark'}>
        {state === 'waiting' && isHeld(delay) ? <Delay {...delay} /> : translator.t(label)}
        {problem && `: ${problem}`}
      </p>
      {state === 'failed' && (
        <p className="mark">
          <button className="text-button" onClick={() => void client.retry(id)}>
            {translator.t('retry')}
          </button>
          <button className="text-button" onClick={() => void client.discard(id)}>
            {translator.t('delete')}
          </button>
        </p>
      )}
    </li>
  )
}
