import type { VisitorConversation } from '@ozvi/contract'
import { Icon } from './icons.tsx'
import { unreadIn } from './log-rows.ts'
import { useOpening } from './opening.ts'
import { useLook, usePanel, useVisit } from './panel-context.ts'
import { CloseButton, useFocusOnOpen } from './parts.tsx'
import { StatusLine } from './status-line.tsx'

function ConversationRow({ row }: { row: VisitorConversation }) {
  const { view, speech } = usePanel()
  const { threads } = useVisit()
  const unread = unreadIn(row, threads[row.id])
  return (
    <li>
      <button className="row" onClick={() => view.showConversation(row.id)}>
        <span className="row-text">
          <strong>{row.subject || speech.say('conversation')}</strong>
          <span className="muted clipped">{row.last_message_preview}</span>
        </span>
        <span className="row-end">
          <time dateTime={row.last_message_at}>{speech.when(row.last_message_at)}</time>
          {unread > 0 && (
            <span className="badge">
              <span aria-hidden="true">{unread > 9 ? '9+' : unread}</span>
              <span className="unseen">{speech.count('unread', unread)}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** Conversations whose first message isn't acknowledged have no row on the server yet. */
function UnsentRows() {
  const { view, speech } = usePanel()
  const { outgoing, conversations } = useVisit()
  const firsts = outgoing.filter(
    ({ conversation_id }, at) =>
      !conversations.some(({ id }) => id === conversation_id) &&
      outgoing.findIndex((entry) => entry.conversation_id === conversation_id) === at,
  )
  return firsts.map(({ conversation_id, body, state, queued_at }) => (
    <li key={conversation_id}>
      <button className="row" onClick={() => view.showConversation(conversation_id)}>
        <span className="row-text">
          <strong className="clipped">{body}</strong>
          <span className="muted clipped">{speech.say(state)}</span>
        </span>
        <span className="row-end">
          <time dateTime={queued_at}>{speech.when(queued_at)}</time>
        </span>
      </button>
    </li>
  ))
}

export function Home() {
  const { boot, view, visit, speech } = usePanel()
  const { conversations, suggestions, outgoing, has_team } = useVisit()
  const { greeting, intro } = useLook()
  const opening = useOpening()
  const heading = useFocusOnOpen<HTMLHeadingElement>()
  const ask = (question: string) => void visit.send(view.showNewConversation(), question)
  return (
    <div className="home">
      <header className="hero">
        <p className="hero-name">
          {boot.logo && <img className="logo" src={boot.logo} alt="" />}
          <span className="clipped">{boot.name}</span>
        </p>
        <CloseButton />
        <h1 ref={heading} tabIndex={-1}>
          {greeting || speech.say('greeting')}
        </h1>
        <p>{intro || speech.say('greeting_text', boot.name)}</p>
        {has_team && opening && (
          <p className="opening">
            <Icon name="clock" size={16} />
            {opening.text}
          </p>
        )}
        <StatusLine />
      </header>
      <main className="cards" aria-label={speech.say('chat')}>
        <button className="card ask" onClick={() => view.showNewConversation()}>
          <span className="row-text">
            <strong>{speech.say('ask')}</strong>
            <span className="muted">{speech.say(has_team ? 'ask_text' : 'assistant_state')}</span>
          </span>
          <span className="ask-mark">
            <Icon name="send" />
          </span>
        </button>
        {(conversations.length > 0 || outgoing.length > 0) && (
          <section aria-labelledby="conversations">
            <h2 id="conversations">{speech.say('conversations')}</h2>
            <ul className="card rows">
              <UnsentRows />
              {conversations.map((row) => (
                <ConversationRow key={row.id} row={row} />
              ))}
            </ul>
          </section>
        )}
        {suggestions.length > 0 && (
          <section aria-labelledby="suggestions">
            <h2 id="suggestions">{speech.say('suggestions')}</h2>
            <ul className="card rows">
              {suggestions.slice(0, 5).map((question) => (
                <li key={question}>
                  <button className="row" onClick={() => ask(question)}>
                    <span className="row-text">{question}</span>
                    <Icon name="go" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
    </div>
  )
}
