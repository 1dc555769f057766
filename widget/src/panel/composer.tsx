import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icons.tsx'
import { usePanel, useView } from './panel-context.ts'
import { useFocusOnOpen } from './parts.tsx'

/** The contract's limit, and from where on what is left is counted. */
const charsMax = 8_000
const countFrom = charsMax - 500
/** A typing mark is renewed this often; it lasts for twice as long. */
const typingEvery_ms = 3_000
const heightMax_px = 160

interface ComposerProps {
  conversation_id: string
  onSend: (body: string) => void
}
/** Enter sends and Shift+Enter breaks; on touch, where there is no Shift, Enter breaks and the button sends. */
export function Composer({ conversation_id, onSend }: ComposerProps) {
  const { visit, view, speech } = usePanel()
  const { prefills } = useView()
  const [body, setBody] = useState(() => view.draft(conversation_id))
  const isTouch = matchMedia('(pointer: coarse)').matches
  const field = useFocusOnOpen<HTMLTextAreaElement>(!isTouch) // there it would raise the keyboard
  const typed_at = useRef(0)
  const left = charsMax - body.trim().length
  const isReady = body.trim() !== '' && left >= 0

  useEffect(() => {
    if (prefills > 0) setBody(view.draft(conversation_id))
  }, [prefills, view, conversation_id])
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${Math.min(current.scrollHeight, heightMax_px)}px`
  }, [field, body])

  function write(next: string) {
    setBody(next)
    view.keepDraft(conversation_id, next)
    const now = Date.now()
    const isTyping = next !== ''
    if (isTyping ? now - typed_at.current < typingEvery_ms : typed_at.current === 0) return
    typed_at.current = isTyping ? now : 0
    visit.tellTyping(conversation_id, isTyping)
  }
  function send() {
    if (!isReady) return
    onSend(body.trim())
    setBody('')
    view.keepDraft(conversation_id, '')
    typed_at.current = 0
    field.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isTouch || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="field">
        <textarea
          ref={field}
          rows={1}
          value={body}
          dir="auto"
          placeholder={speech.say('write')}
          aria-label={speech.say('write')}
          aria-describedby={body.length >= countFrom ? 'left' : undefined}
          aria-invalid={left < 0}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button className="send" aria-label={speech.say('send')} aria-disabled={!isReady}>
          <Icon name="send" />
        </button>
      </div>
      <p id="left" role="status" className={left < 0 ? 'count danger' : 'count'}>
        {body.length >= countFrom && speech.count(left < 0 ? 'chars_over' : 'chars_left', Math.abs(left))}
      </p>
    </form>
  )
}
