import type { Citation, VisitorMessage } from '@ozvi/contract'
import { memo, type ReactNode } from 'react'
import { Files } from './files.tsx'
import { Icon } from './icons.tsx'
import { plainText } from './inline-text.tsx'
import { Markdown } from './markdown.tsx'
import type { Outgoing } from './outbox.ts'
import { usePanel } from './panel-context.ts'
import { Face } from './parts.tsx'
import { AnswerButton, Quote } from './quote.tsx'
import type { Speech } from './words.ts'

type Open = (citation: Citation) => void

/** The author as the visitor sees them; null: the assistant. */
const voice = ({ author, author_name }: VisitorMessage, speech: Speech) =>
  author === 'assistant' || author === 'scenario' ? null : (author_name ?? speech.say('team'))

function citeWith(citations: readonly Citation[], open: Open, speech: Speech) {
  return (number: number): ReactNode => {
    const citation = citations.find((each) => each.number === number)
    return citation ? (
      <button
        className="chip"
        aria-label={speech.say('source', number, citation.title)}
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
  const { speech } = usePanel()
  return (
    <ul className="sources" aria-label={speech.say('sources')}>
      {citations.map((citation) => (
        <li key={citation.number}>
          <button className="source" aria-haspopup="dialog" onClick={() => onOpen(citation)}>
            <span className="unseen">{speech.say('source_mark')}</span>
            <span className="source-number">{citation.number}</span>
            <span className="clipped">{citation.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Consecutive messages on the left: name and avatar once per group. */
export function Spoken(props: {
  name: string | null
  avatar?: string | null
  is_first: boolean
  children: ReactNode
}) {
  const { speech } = usePanel()
  return (
    <div className={props.is_first ? 'theirs first' : 'theirs'}>
      {props.is_first && <Face name={props.name} avatar={props.avatar} />}
      <p className={props.is_first ? 'voice' : 'unseen'}>
        {props.name ?? speech.say('assistant')}
        {props.name === null && <span className="ai">{speech.say('ai_badge')}</span>}
      </p>
      {props.children}
    </div>
  )
}

const scoreOf = (told = 0) => ([1, 2, 3, 4, 5] as const).find((score) => score === told) ?? 3

function Notice({ message }: { message: VisitorMessage }) {
  const { speech } = usePanel()
  const { kind, body, details, author_name } = message
  if (kind === 'hand_over')
    return (
      <p className="hand-over">
        <Icon name="person" size={18} />
        <span>{body || speech.say('handed_over')}</span>
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
        {speech.say('rated', speech.say(`score_${score}`))}
        {body && <q dir="auto">{body}</q>}
      </p>
    )
  }
  const told = details.event === 'taken_over' && author_name ? speech.say('taken_over', author_name) : ''
  const given = details.event === 'handed_back' ? speech.say('handed_back') : ''
  const closed = details.status === 'resolved' ? speech.say('resolved') : ''
  return <p className="notice">{body || told || given || closed}</p>
}

interface MessageProps {
  message: VisitorMessage
  is_first: boolean
  /** Delivery state, below the visitor's last message. */
  mark: 'sent' | 'seen' | null
  onOpen: Open
}
export const MessageRow = memo(function MessageRow({ message, is_first, mark, onOpen }: MessageProps) {
  const { speech } = usePanel()
  const { author, kind, body, attachments, citations, details, change, sent_at } = message
  if (kind !== 'text' && kind !== 'answer')
    return (
      <li>
        <Notice message={message} />
      </li>
    )
  const quote = details.reply_to && (
    <Quote conversation_id={message.conversation_id} reply_to={details.reply_to} />
  )
  const time = (
    <time className="unseen" dateTime={sent_at}>
      {speech.time(sent_at)}
    </time>
  )
  if (author === 'contact')
    return (
      <li
        id={message.id}
        tabIndex={-1}
        className={is_first ? 'mine first' : 'mine'}
        title={speech.time(sent_at)}
      >
        <span className="unseen">{speech.say('you')}</span>
        {quote}
        {body && (
          <div className="said">
            <div className="bubble typed" dir="auto">
              {plainText(body)}
            </div>
            <AnswerButton message={message} />
          </div>
        )}
        <Files files={attachments} />
        {time}
        {mark && (
          <p className="mark">
            {speech.time(sent_at)} · {speech.say(mark)}
          </p>
        )}
      </li>
    )
  return (
    <li id={message.id} tabIndex={-1} title={speech.time(sent_at)}>
      <Spoken name={voice(message, speech)} avatar={message.author_avatar} is_first={is_first}>
        {quote}
        {change?.is_deleted && <p className="bubble deleted">{speech.say('deleted')}</p>}
        {body && (
          <div className="said">
            <div className="bubble" dir="auto">
              {details.band === 'may_help' && <p className="doubt">{speech.say('may_help')}</p>}
              <Markdown text={body} cite={citeWith(citations, onOpen, speech)} />
            </div>
            <AnswerButton message={message} />
          </div>
        )}
        <Files files={attachments} />
        {change?.is_edited && !change.is_deleted && <p className="mark">{speech.say('edited')}</p>}
        {time}
        {citations.length > 0 && <Sources citations={citations} onOpen={onOpen} />}
      </Spoken>
    </li>
  )
})

/** Not acknowledged yet. */
export function OutgoingRow({ outgoing, is_first }: { outgoing: Outgoing; is_first: boolean }) {
  const { visit, speech } = usePanel()
  const { id, conversation_id, body, reply_to, files = [], state, problem } = outgoing
  return (
    <li className={is_first ? 'mine first' : 'mine'}>
      <span className="unseen">{speech.say('you')}</span>
      {reply_to && <Quote conversation_id={conversation_id} reply_to={reply_to} />}
      {body && (
        <div className={`bubble typed ${state}`} dir="auto">
          {plainText(body)}
        </div>
      )}
      <Files files={files} />
      <p className={state === 'failed' ? 'mark danger' : 'mark'}>
        {speech.say(state)}
        {problem && `: ${problem}`}
      </p>
      {state === 'failed' && (
        <p className="mark">
          <button className="text-button" onClick={() => void visit.retry(id)}>
            {speech.say('retry')}
          </button>
          <button className="text-button" onClick={() => void visit.discard(id)}>
            {speech.say('delete')}
          </button>
        </p>
      )}
    </li>
  )
}
