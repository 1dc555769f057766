import { useEffect } from 'react'
import { ConversationPage } from './conversation-page.tsx'
import { Home } from './home.tsx'
import { unreadIn } from './log-rows.ts'
import { usePanel, useView, useVisit } from './panel-context.ts'
import { CloseButton } from './parts.tsx'
import { Preview, usePeek } from './preview.tsx'

/** Replaces the chat: why there is none here. */
function Closed({ text }: { text: string }) {
  const { boot } = usePanel()
  return (
    <div className="home">
      <header className="hero">
        <p className="hero-name clipped">{boot.name}</p>
        <CloseButton />
        <h1>{text}</h1>
      </header>
    </div>
  )
}

export function Panel() {
  const { visit, tellHost, speech } = usePanel()
  const { is_open, conversation_id } = useView()
  const { phase, refusal, contact, conversations, threads, outgoing } = useVisit()
  const unread = conversations.reduce((sum, row) => sum + unreadIn(row, threads[row.id]), 0)
  const isKnown = contact !== null || outgoing.length > 0

  useEffect(() => tellHost({ type: 'unread', count: unread }), [tellHost, unread])
  useEffect(() => {
    if (isKnown) tellHost({ type: 'known' })
  }, [tellHost, isKnown])
  const peek = usePeek()
  const isPeeking = peek !== null
  useEffect(() => tellHost({ type: 'peek', is_on: isPeeking }), [tellHost, isPeeking])
  useEffect(() => visit.look(is_open), [visit, is_open])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog[open]')) return
      tellHost({ type: 'close' })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [tellHost])

  if (phase === 'refused') return <Closed text={refusal || speech.say('refused')} />
  if (phase === 'ended') return <Closed text={speech.say('ended')} />
  if (peek) return <Preview row={peek} />
  return conversation_id ? (
    <ConversationPage key={conversation_id} conversation_id={conversation_id} />
  ) : (
    <Home />
  )
}
