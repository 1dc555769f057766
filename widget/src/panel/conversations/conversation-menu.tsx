import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePanel, useTheme } from '../panel-context.ts'
import { useValue } from '../state.ts'
import { TranscriptForm } from './transcript-form.tsx'

interface ConversationMenuProps {
  /** Null while the conversation has no messages. */
  conversation_id: string | null
  onClose: (restoresFocus: boolean) => void
}
/** Actions of a conversation. Its script is loaded when it is first opened. */
export function ConversationMenu({ conversation_id, onClose }: ConversationMenuProps) {
  const { sound, translator } = usePanel()
  const { is_muted } = useValue(sound.state)
  const { has_sound, has_transcript } = useTheme().behavior
  const [isAsking, setAsking] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => menu.current?.querySelector('button')?.focus(), [])
  /** Closes it if something outside of it and its button is used. */
  const onOther = useRef((_: EventTarget | null) => {})
  useLayoutEffect(() => {
    onOther.current = (used) => {
      const parent = menu.current?.parentElement
      if (parent && used instanceof Node && !parent.contains(used)) onClose(false)
    }
  })
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => onOther.current(target)
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [])
  function onKeyDown(event: KeyboardEvent) {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) items.at((at + step) % items.length)?.focus()
    else if (event.key === 'Escape') onClose(true)
    else return
    event.preventDefault()
    event.stopPropagation() // Escape would close the chat
  }
  if (isAsking && conversation_id)
    return <TranscriptForm conversation_id={conversation_id} onClose={() => onClose(true)} />
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      className="menu"
      aria-label={translator.t('menu')}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => onOther.current(relatedTarget)}
    >
      {has_sound && (
        <button
          role="menuitem"
          onClick={() => {
            sound.toggle()
            onClose(true)
          }}
        >
          {translator.t(is_muted ? 'unmute' : 'mute')}
        </button>
      )}
      {has_transcript && conversation_id && (
        <button role="menuitem" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {translator.t('transcript')}
        </button>
      )}
    </div>
  )
}
