import type { VisitorConversation } from '@ozvi/contract'
import { Icon } from './icons.tsx'
import { unreadCount } from './thread/message-list-items.ts'
import { useHoursText } from './use-hours-text.ts'
import { useTheme, usePanel, useChat } from './panel-context.ts'
import { CloseButton, useFocusOnOpen } from './components.tsx'
import { StatusLine } from './thread/status-line.tsx'
import { TeamFaces } from './conversations/team-faces.tsx'

function ConversationRow({ row }: { row: VisitorConversation }) {
  const { view, translator } = usePanel()
  const { threads } = useChat()
  const unread = unreadCount(row, threads[row.id])
  return (
    <li>
      <button className="row" onClick={() => view.showConversation(row.id)}>
        <span className="row-text">
          <strong>{row.subject || translator.t('conversation')}</strong>
          <span className="muted clipped">{row.last_message_preview}</span>
        </span>
        <span className="row-end">
          <time dateTime={row.last_message_at}>{translator.when(row.last_message_at)}</time>
          {unread > 0 && (
            <span className="badge">
              <span aria-hidden="true">{unread > 9 ? '9+' : unread}</span>
              <span className="unseen">{translator.count('unread', unread)}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** Conversations whose first message isn't acknowledged have no row on the server yet. */
function UnsentRows() {
  const { view, translator } = usePanel()
  const { outgoing, conversations } = useChat()
  const firsts = outgoing.filter(
    ({ conversation_id }, index) =>
      !conversations.some(({ id }) => id === conversation_id) &&
      outgoing.findIndex((entry) => entry.conversation_id === conversation_id) === index,
  )
  return firsts.map(({ conversation_id, body, state, queued_at }) => (
    <li key={conversation_id}>
      <button className="row" onClick={() => view.showConversation(conversation_id)}>
        <span className="row-text">
          <strong className="clipped">{body}</strong>
          <span className="muted clipped">{translator.t(state)}</span>
        </span>
        <span className="row-end">
          <time dateTime={queued_at}>{translator.when(queued_at)}</time>
        </span>
      </button>
    </li>
  ))
}

export function Home() {
  const { boot, view, client, translator } = usePanel()
  const { conversations, suggestions, outgoing, has_team, starts_with_team } = useChat()
  const { greeting, intro, behavior } = useTheme()
  const hoursText = useHoursText()
  const heading = useFocusOnOpen<HTMLHeadingElement>()
  const current_id = behavior.has_several_conversations
    ? undefined
    : (conversations.find(({ status }) => status !== 'resolved')?.id ?? outgoing[0]?.conversation_id)
  function show(): string {
    if (!current_id) return view.showNewConversation()
    view.showConversation(current_id)
    return current_id
  }
  const hasRows = conversations.length > 0 || outgoing.length > 0
  // Without conversations and suggestions, the opening hours are a card.
  const isOpeningCard = !hasRows && suggestions.length === 0 && hoursText !== null
  const opening = has_team && (
    <div className={isOpeningCard ? 'card opening' : 'opening'}>
      <TeamFaces />
      {hoursText && (
        <p>
          <Icon name="clock" size={16} />
          {hoursText.text}
        </p>
      )}
    </div>
  )
  const sendQuestion = (question: string) => void client.send(show(), question)
  return (
    <div className="home">
      <header className="hero">
        <p className="hero-name">
          {boot.logo && <img className="logo" src={boot.logo} alt="" />}
          <span className="clipped">{boot.name}</span>
        </p>
        <CloseButton />
        <h1 ref={heading} tabIndex={-1}>
          {greeting || translator.t('greeting')}
        </h1>
        <p>{intro || translator.t('greeting_text', boot.name)}</p>
        {!isOpeningCard && opening}
        <StatusLine />
      </header>
      <main className="cards" aria-label={translator.t('chat')}>
        <button className="card ask" onClick={show}>
          <span className="row-text">
            <strong>{translator.t(current_id ? 'go_on' : 'ask')}</strong>
            <span className="muted">
              {translator.t(starts_with_team ? 'team_state' : has_team ? 'ask_text' : 'assistant_state')}
            </span>
          </span>
          <span className="ask-mark">
            <Icon name="send" />
          </span>
        </button>
        {isOpeningCard && opening}
        {hasRows && (
          <section aria-labelledby="conversations">
            <h2 id="conversations">{translator.t('conversations')}</h2>
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
            <h2 id="suggestions">{translator.t('suggestions')}</h2>
            <ul className="card rows">
              {suggestions.slice(0, 5).map((question) => (
                <li key={question}>
                  <button className="row" onClick={() => sendQuestion(question)}>
                    <span className="row-text">{question}</span>
                    <Icon name="go" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {boot.has_badge && (
          <a className="muted small powered-by" href={`/${boot.locale}`} target="_blank">
            {translator.t('powered_by')}
          </a>
        )}
      </main>
    </div>
  )
}
