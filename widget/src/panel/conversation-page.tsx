import type { AnswerProgress, Citation, VisitorConversation } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { Composer } from './composer.tsx'
import { Icon } from './icons.tsx'
import { Markdown } from './markdown.tsx'
import { Spoken } from './message-row.tsx'
import { MessageLog } from './message-log.tsx'
import { useOpening } from './opening.ts'
import { usePanel, useVisit } from './panel-context.ts'
import { CloseButton, Face } from './parts.tsx'
import { RatingForm } from './rating-form.tsx'
import { ReachForm } from './reach-form.tsx'
import { SourceSheet } from './source-sheet.tsx'
import { StatusLine } from './status-line.tsx'
import type { TypingMark } from './typing-marks.ts'

function Header({ row }: { row: VisitorConversation | undefined }) {
  const { boot, view, speech } = usePanel()
  const isTeam = row?.handler === 'team'
  const member = row?.assignee_name ?? null
  const name = isTeam ? (member ?? boot.name) : speech.say('assistant')
  const opening = useOpening()
  const state = isTeam
    ? (opening?.text ?? speech.say(member ? 'member_state' : 'team_state'))
    : speech.say('assistant_state')
  return (
    <header className="bar">
      <button className="icon-button" aria-label={speech.say('back')} onClick={view.showHome}>
        <Icon name="back" />
      </button>
      <Face
        name={isTeam ? name : null}
        avatar={isTeam ? row.assignee_avatar : null}
        logo={member ? null : boot.logo}
      />
      <div className="bar-text">
        <h1 className="clipped">{name}</h1>
        <p className="clipped">{state}</p>
      </div>
      <CloseButton />
    </header>
  )
}

/** What comes next, outside of the live region: a streamed answer, or a typing indicator. */
function Coming(props: { progress: AnswerProgress | null; typing: TypingMark | undefined }) {
  const { speech } = usePanel()
  const { progress, typing } = props
  const name = typing?.side === 'team' ? (typing.name ?? speech.say('team')) : null
  const words = progress
    ? speech.say(progress.stage)
    : typing && (name === null ? speech.say('writing') : speech.say('is_typing', name))
  return (
    <>
      <p className="unseen" role="status">
        {words}
      </p>
      {(progress || typing) && (
        <div aria-live="off">
          <Spoken name={progress ? null : name} is_first>
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
          </Spoken>
        </div>
      )}
    </>
  )
}

/** Requests a person, in any state of the conversation. */
function PersonButton({ conversation_id, isNew }: { conversation_id: string; isNew: boolean }) {
  const { visit, speech } = usePanel()
  const opening = useOpening()
  const [hasFailed, setFailed] = useState(false)
  async function ask() {
    setFailed(false)
    try {
      // A conversation starts with a message, so a new one starts by saying what is wanted.
      if (isNew) await visit.send(conversation_id, speech.say('person_message'))
      else await visit.askForPerson(conversation_id)
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className="person">
      <button className="text-button" onClick={() => void ask()}>
        <Icon name="person" size={16} />
        {speech.say('person')}
      </button>
      {opening && !opening.is_open && <p className="muted small">{opening.text}</p>}
      <p role="alert" className="danger small">
        {hasFailed && speech.say('person_failed')}
      </p>
    </div>
  )
}

function Welcome({ onAsk }: { onAsk: (question: string) => void }) {
  const { speech } = usePanel()
  const { suggestions } = useVisit()
  return (
    <div className="welcome">
      <Face name={null} />
      <p className="welcome-text">{speech.say('welcome')}</p>
      <ul aria-label={speech.say('suggestions')}>
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

export function ConversationPage({ conversation_id }: { conversation_id: string }) {
  const { visit, view, speech } = usePanel()
  const { conversations, threads, outgoing, typing, contact, phase, has_team, followed, merged } = useVisit()
  const [citation, setCitation] = useState<Citation | null>(null)
  const [isDeclined, setDeclined] = useState(view.isReachDeclined)
  const row = conversations.find(({ id }) => id === conversation_id)
  // After an undone merge it is shown again.
  const isOver = !row || row.status === 'resolved'
  const next_id = merged[conversation_id] ?? (isOver ? followed[conversation_id] : undefined)
  useEffect(() => {
    if (!next_id) return
    view.moveDraft(conversation_id, next_id)
    view.showConversation(next_id)
  }, [view, conversation_id, next_id])
  const thread = threads[conversation_id]
  const isNew = !row && !outgoing.some((entry) => entry.conversation_id === conversation_id)
  const isKnown = row !== undefined
  // A restored conversation is unknown until the session has loaded.
  const isSettled = phase === 'ready' || view.isFresh(conversation_id)
  useEffect(() => {
    if (isSettled) visit.openThread(conversation_id)
  }, [visit, conversation_id, isSettled, isKnown])
  // Asked once, when a person will reply; stays for the thank-you.
  const [isAsking, setAsking] = useState(false)
  const isWorthAsking = row?.handler === 'team' && contact !== null && !contact.email && !isDeclined
  useEffect(() => {
    if (isWorthAsking) setAsking(true)
  }, [isWorthAsking])
  const [isRatingDeclined, setRatingDeclined] = useState(view.isRatingDeclined(conversation_id))
  const send = (body: string, reply_to?: string) => void visit.send(conversation_id, body, reply_to)
  return (
    <>
      <Header row={row} />
      <StatusLine />
      <main className="conversation" aria-label={speech.say('conversation')}>
        <MessageLog conversation_id={conversation_id} isSettled={isSettled} onOpen={setCitation}>
          {isSettled && isNew && !thread?.messages.length && <Welcome onAsk={(question) => send(question)} />}
          <Coming progress={thread?.progress ?? null} typing={typing[conversation_id]} />
          {isAsking && !isDeclined && (
            <ReachForm
              last_seq={row?.last_seq ?? 0}
              onDecline={() => {
                view.declineReach()
                setDeclined(true)
              }}
            />
          )}
          {row?.may_rate && !isRatingDeclined && (
            <RatingForm
              conversation_id={conversation_id}
              onDecline={() => {
                view.declineRating(conversation_id)
                setRatingDeclined(true)
              }}
            />
          )}
        </MessageLog>
        {has_team && row?.handler !== 'team' && (
          <PersonButton conversation_id={conversation_id} isNew={isNew} />
        )}
        <Composer conversation_id={conversation_id} onSend={send} />
      </main>
      {citation && <SourceSheet citation={citation} onClose={() => setCitation(null)} />}
    </>
  )
}
