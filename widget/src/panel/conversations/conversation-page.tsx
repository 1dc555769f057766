import type { AnswerProgress, Citation, VisitorConversation, VisitorMessage } from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { Composer } from '../composer/composer.tsx'
import { extra } from '../extra.tsx'
import { Icon } from '../icons.tsx'
import { Markdown } from '../thread/markdown.tsx'
import { AgentMessage } from '../thread/message-row.tsx'
import { MessageList } from '../thread/message-list.tsx'
import { useHoursText } from '../use-hours-text.ts'
import { usePanel, useChat, useTheme } from '../panel-context.ts'
import { CloseButton, Avatar } from '../components.tsx'
import { SourceSheet } from '../thread/source-sheet.tsx'
import { StatusLine } from '../thread/status-line.tsx'
import { TeamFaces } from './team-faces.tsx'
import type { TypingMark } from '../thread/typing-marks.ts'

const ContactForm = extra(async () => (await import('../contact-form.tsx')).ContactForm)
const ConversationMenu = extra(async () => (await import('./conversation-menu.tsx')).ConversationMenu)
const RatingForm = extra(async () => (await import('../thread/rating-form.tsx')).RatingForm)

/** Whether the visitor has filled in an email address in a form of a scenario. */
function hasLeftEmail(messages: readonly VisitorMessage[]): boolean {
  const forms = new Map(messages.map(({ id, details }) => [id, details.form]))
  return messages.some(({ details: { reply_to, form_values } }) =>
    forms.get(reply_to ?? '')?.some(({ id, kind }) => kind === 'email' && Boolean(form_values?.[id])),
  )
}

/** Opens the actions of the conversation, if there are any. */
function MenuButton({ row }: { row: VisitorConversation | undefined }) {
  const { translator } = usePanel()
  const { has_sound, has_transcript } = useTheme().behavior
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!has_sound && !(has_transcript && row)) return null
  return (
    <div className="menu-place">
      <button
        ref={button}
        className="icon-button"
        aria-label={translator.t('menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <ConversationMenu
          conversation_id={row?.id ?? null}
          onClose={(restoresFocus) => {
            setOpen(false)
            if (restoresFocus) button.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function Header({ row }: { row: VisitorConversation | undefined }) {
  const { boot, view, translator } = usePanel()
  const { starts_with_team } = useChat()
  const isTeam = row ? row.handler === 'team' : starts_with_team
  const member = row?.assignee_name ?? null
  const name = isTeam ? (member ?? boot.name) : boot.assistant_name || translator.t('assistant')
  const { shows_team } = useTheme().behavior
  const hasFaces = isTeam && !member && shows_team && boot.team.length > 0
  const hoursText = useHoursText()
  const state = isTeam
    ? (hoursText?.text ?? translator.t(member ? 'member_state' : 'team_state'))
    : translator.t('assistant_state')
  return (
    <header className="bar">
      <button className="icon-button" aria-label={translator.t('back')} onClick={view.showHome}>
        <Icon name="back" />
      </button>
      {hasFaces ? (
        <TeamFaces />
      ) : (
        <Avatar
          name={isTeam ? name : null}
          avatar={row && isTeam ? row.assignee_avatar : null}
          logo={member ? null : boot.logo}
        />
      )}
      <div className="bar-text">
        <h1 className="clipped">{name}</h1>
        <p className="clipped">{state}</p>
      </div>
      <MenuButton row={row} />
      <CloseButton />
    </header>
  )
}

/** What comes next, outside of the live region: a streamed answer, or a typing indicator. */
function Coming(props: { progress: AnswerProgress | null; typing: TypingMark | undefined }) {
  const { translator } = usePanel()
  const { progress, typing } = props
  const name = typing?.side === 'team' ? (typing.name ?? translator.t('team')) : null
  const words = progress
    ? translator.t(progress.stage)
    : typing && (name === null ? translator.t('writing') : translator.t('is_typing', name))
  return (
    <>
      <p className="unseen" role="status">
        {words}
      </p>
      {(progress || typing) && (
        <div aria-live="off">
          <AgentMessage name={progress ? null : name} is_first>
            {progress?.body ? (
              <div className="bubble growing" dir="auto">
                <Markdown text={progress.body} cite={(number) => <span className="chip">{number}</span>} />
              </div>
            ) : (
              <div className="bubble dots" aria-hidden="true">
                <i />
                <i />
                <i />
                <span>{words}</span>
              </div>
            )}
          </AgentMessage>
        </div>
      )}
    </>
  )
}

/** Requests a person, in any state of the conversation. */
function RequestHumanButton({ conversation_id, isNew }: { conversation_id: string; isNew: boolean }) {
  const { client, translator } = usePanel()
  const hoursText = useHoursText()
  const [hasFailed, setFailed] = useState(false)
  async function requestHuman() {
    setFailed(false)
    try {
      // A conversation starts with a message, so a new one starts with this request.
      if (isNew) await client.send(conversation_id, translator.t('person_message'))
      else await client.requestHuman(conversation_id)
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className="person">
      <button className="text-button" onClick={() => void requestHuman()}>
        <Icon name="person" size={16} />
        {translator.t('person')}
      </button>
      {hoursText && !hoursText.is_open && <p className="muted small">{hoursText.text}</p>}
      <p role="alert" className="danger small">
        {hasFailed && translator.t('person_failed')}
      </p>
    </div>
  )
}

function Welcome({ onAsk }: { onAsk: (question: string) => void }) {
  const { translator } = usePanel()
  const { suggestions } = useChat()
  return (
    <div className="welcome">
      <Avatar name={null} />
      <p className="welcome-text">{translator.t('welcome')}</p>
      <ul aria-label={translator.t('suggestions')}>
        {suggestions.slice(0, 3).map((question) => (
          <li key={question}>
            <button className="suggestion" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Moves on to the conversation that continues this one, or that it was merged into. */
function useNextConversation(conversation_id: string, row: VisitorConversation | undefined) {
  const { view } = usePanel()
  const { followed, merged } = useChat()
  // After an undone merge it is shown again.
  const isOver = !row || row.status === 'resolved'
  const next_id = merged[conversation_id] ?? (isOver ? followed[conversation_id] : undefined)
  useEffect(() => {
    if (!next_id) return
    view.moveDraft(conversation_id, next_id)
    view.showConversation(next_id)
  }, [view, conversation_id, next_id])
}

/** Asks for an email address once a person will reply. */
function useContactForm(row: VisitorConversation | undefined, messages: readonly VisitorMessage[]) {
  const { view } = usePanel()
  const { contact } = useChat()
  const [isDeclined, setDeclined] = useState(view.isContactFormDeclined)
  // Stays set until the conversation is resolved, so that the form can thank the visitor.
  const [isAsking, setAsking] = useState(false)
  const isResolved = row?.status === 'resolved'
  const isWorthAsking =
    row?.handler === 'team' && contact !== null && !contact.email && !isDeclined && !hasLeftEmail(messages)
  useEffect(() => {
    if (isWorthAsking) setAsking(true)
    else if (isResolved) setAsking(false)
  }, [isWorthAsking, isResolved])
  return {
    isShown: isAsking && !isDeclined && !isResolved,
    decline() {
      view.declineContactForm()
      setDeclined(true)
    },
  }
}

export function ConversationPage({ conversation_id }: { conversation_id: string }) {
  const { client, view, translator } = usePanel()
  const { conversations, threads, outgoing, typing, phase, has_team, starts_with_team } = useChat()
  const [citation, setCitation] = useState<Citation | null>(null)
  const row = conversations.find(({ id }) => id === conversation_id)
  useNextConversation(conversation_id, row)
  const thread = threads[conversation_id]
  const isNew = !row && !outgoing.some((entry) => entry.conversation_id === conversation_id)
  const isKnown = row !== undefined
  // A restored conversation is unknown until the session has loaded.
  const isSettled = phase === 'ready' || view.isFresh(conversation_id)
  useEffect(() => {
    if (isSettled) client.openThread(conversation_id)
  }, [client, conversation_id, isSettled, isKnown])
  const contactForm = useContactForm(row, thread?.messages ?? [])
  const [isRatingDeclined, setRatingDeclined] = useState(view.isRatingDeclined(conversation_id))
  const send = (body: string, reply_to?: string) => void client.send(conversation_id, body, reply_to)
  const isTeam = row ? row.handler === 'team' : starts_with_team
  return (
    <>
      <Header row={row} />
      <StatusLine />
      <main className="conversation" aria-label={translator.t('conversation')}>
        <MessageList conversation_id={conversation_id} isSettled={isSettled} onOpen={setCitation}>
          {isSettled && isNew && !thread?.messages.length && <Welcome onAsk={(question) => send(question)} />}
          <Coming progress={thread?.progress ?? null} typing={typing[conversation_id]} />
          {contactForm.isShown && (
            <ContactForm last_seq={row?.last_seq ?? 0} onDecline={contactForm.decline} />
          )}
          {row?.can_rate && !isRatingDeclined && (
            <RatingForm
              conversation_id={conversation_id}
              onDecline={() => {
                view.declineRating(conversation_id)
                setRatingDeclined(true)
              }}
            />
          )}
        </MessageList>
        {has_team && !isTeam && <RequestHumanButton conversation_id={conversation_id} isNew={isNew} />}
        <Composer conversation_id={conversation_id} onSend={send} />
      </main>
      {citation && <SourceSheet citation={citation} onClose={() => setCitation(null)} />}
    </>
  )
}
