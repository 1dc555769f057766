import { useEffect } from 'react'
import { ConversationPage } from './conversations/conversation-page.tsx'
import { Home } from './home.tsx'
import { unreadCount } from './thread/message-list-items.ts'
import { usePanel, useView, useChat } from './panel-context.ts'
import { CloseButton } from './components.tsx'
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
  const { client, postToHost, translator } = usePanel()
  const { is_open, conversation_id } = useView()
  const { phase, error, contact, conversations, threads, outgoing } = useChat()
  const unread = conversations.reduce((sum, row) => sum + unreadCount(row, threads[row.id]), 0)
  const isKnown = contact !== null || outgoing.length > 0

  useEffect(() => postToHost({ type: 'unread', count: unread }), [postToHost, unread])
  useEffect(() => {
    if (isKnown) postToHost({ type: 'known' })
  }, [postToHost, isKnown])
  const peek = usePeek()
  const isPeeking = peek !== null
  useEffect(() => postToHost({ type: 'peek', is_on: isPeeking }), [postToHost, isPeeking])
  useEffect(() => client.setVisible(is_open), [client, is_open])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog[open]')) return
      postToHost({ type: 'close' })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [postToHost])

  if (phase === 'rejected') return <Closed text={error || translator.t('unavailable')} />
  if (phase === 'ended') return <Closed text={translator.t('ended')} />
  if (peek) return <Preview row={peek} />
  return conversation_id ? (
    <ConversationPage key={conversation_id} conversation_id={conversation_id} />
  ) : (
    <Home />
  )
}
