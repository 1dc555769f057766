import type { KeyboardEvent } from 'react'
import { setEditing } from '../thread/editing.ts'
import type { Mode } from './drafts.ts'
import type { useReplyCollision } from './reply-collision.ts'
import { closes, isTouchScreen, sends, useSendKey } from './send-key.ts'
import type { useCompletion } from './use-completion.ts'
import type { Markup } from './wrap-selection.ts'

const shortcuts: Record<string, Markup> = { b: 'bold', i: 'italic', k: 'link' }

interface Composer {
  user_id: string
  mode: Mode
  text: string
  completion: ReturnType<typeof useCompletion>
  collision: ReturnType<typeof useReplyCollision>
  onSend: () => void
  onSendAndResolve: () => void
}

/** What the keys do in the composer's field. */
export function useComposerKeys(composer: Composer) {
  const sendKey = useSendKey()
  const { completion, collision, user_id, mode, text } = composer
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { isComposing } = event.nativeEvent
    if (completion.completion && !isComposing && completion.list.current?.press(event.key))
      return event.preventDefault()
    // The list is still loading, and the trigger alone isn't meant to be sent.
    if (completion.isSignAlone && event.key === 'Enter') return event.preventDefault()
    const markup = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined
    if (markup) {
      event.preventDefault()
      completion.mark(markup)
    } else if (sends(event, sendKey, isTouchScreen())) {
      event.preventDefault()
      if (closes(event)) composer.onSendAndResolve()
      else composer.onSend()
    } else if (event.key === 'ArrowUp' && !text && !isComposing) {
      const ownMessage = collision
        .messages()
        .findLast(
          ({ author_id, kind, change }) => author_id === user_id && kind === mode && !change?.is_deleted,
        )
      if (!ownMessage) return
      event.preventDefault()
      setEditing({ id: ownMessage.id })
    } else if (event.key === 'Escape') {
      event.preventDefault()
      document.getElementById('conversation-title')?.focus()
    }
  }
  return { sendKey, onKeyDown }
}
