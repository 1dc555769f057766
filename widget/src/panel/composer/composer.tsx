import { hasVisibleText } from '@ozvi/contract/visible-text'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AttachButton } from './attach-button.tsx'
import { extra } from '../extra.tsx'
import { Tray } from '../thread/files.tsx'
import { Icon } from '../icons.tsx'
import { usePanel, useTheme, useView, useChat } from '../panel-context.ts'
import { useFocusOnOpen } from '../components.tsx'
import { ReplyToBar } from '../thread/quote.tsx'

const EmojiPicker = extra(async () => (await import('./emoji-picker.tsx')).EmojiPicker)

/** The contract's limit, and the length from which the remaining characters are shown. */
const charsMax = 8_000
const countFrom = charsMax - 500
/** Renewal interval of the typing indicator, which lasts twice as long. */
const typingEvery_ms = 3_000
const heightMax_px = 160

interface ComposerProps {
  conversation_id: string
  onSend: (body: string, reply_to?: string) => void
}
/**
 * Enter sends and Shift+Enter inserts a line break; on touch screens Enter inserts a line break and the
 * button sends.
 */
export function Composer({ conversation_id, onSend }: ComposerProps) {
  const { client, view, translator } = usePanel()
  const { prefills, replyTarget: answered } = useView()
  const { accepts_files, has_emoji } = useTheme().behavior
  const [isPicking, setPicking] = useState(false)
  const [body, setBody] = useState(() => view.draft(conversation_id))
  const isTouch = matchMedia('(pointer: coarse)').matches
  const field = useFocusOnOpen<HTMLTextAreaElement>(!isTouch) // on touch screens it would open the keyboard
  const typed_at = useRef(0)
  const remainingChars = charsMax - body.trim().length
  const { attached, conversations } = useChat()
  const files = attached[conversation_id] ?? []
  const needsText = files.length === 0 || conversations.length === 0
  const isReady =
    (hasVisibleText(body) || !needsText) &&
    remainingChars >= 0 &&
    files.every(({ state }) => state !== 'rejected')
  const attach = (selected: readonly File[]) => {
    if (accepts_files && selected.length > 0) void client.attach(conversation_id, selected)
  }
  const isDropping = useDropped(attach)

  useEffect(() => {
    if (prefills > 0) setBody(view.draft(conversation_id))
  }, [prefills, view, conversation_id])
  useEffect(() => {
    if (answered) field.current?.focus({ preventScroll: true })
  }, [answered, field])
  useAutosize(field, body)

  function write(next: string) {
    setBody(next)
    view.saveDraft(conversation_id, next)
    const now = Date.now()
    const isTyping = next !== ''
    if (isTyping ? now - typed_at.current < typingEvery_ms : typed_at.current === 0) return
    typed_at.current = isTyping ? now : 0
    client.sendTyping(conversation_id, isTyping)
  }
  /** At the caret, replacing a selection. */
  function insert(sign: string) {
    const { current } = field
    if (!current) return
    current.setRangeText(sign, current.selectionStart, current.selectionEnd, 'end')
    write(current.value)
    closePicker(true)
  }
  function closePicker(restoresFocus: boolean) {
    setPicking(false)
    if (restoresFocus) field.current?.focus({ preventScroll: true })
  }
  function send() {
    if (!isReady) return
    onSend(body.trim(), answered?.id)
    view.setReplyTarget(null)
    setBody('')
    view.saveDraft(conversation_id, '')
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
      <ReplyToBar />
      {files.length > 0 && <Tray files={files} onRemove={(id) => client.detach(conversation_id, id)} />}
      {files.length > 0 && needsText && !hasVisibleText(body) && (
        <p className="small" role="status">
          {translator.t('words_first')}
        </p>
      )}
      {accepts_files && isDropping && <p className="drop">{translator.t('drop')}</p>}
      {isPicking && <EmojiPicker takes_focus={!isTouch} onPick={insert} onClose={closePicker} />}
      <div className="field">
        {accepts_files && (
          <AttachButton
            onSelect={(selected) => {
              attach(selected)
              field.current?.focus({ preventScroll: true })
            }}
          />
        )}
        <textarea
          ref={field}
          rows={1}
          value={body}
          dir="auto"
          placeholder={translator.t('write')}
          aria-label={translator.t('write')}
          aria-describedby={body.length >= countFrom ? 'left' : undefined}
          aria-invalid={remainingChars < 0}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...(event.clipboardData?.files ?? [])]
            if (pasted.length > 0) event.preventDefault()
            attach(pasted)
          }}
        />
        {has_emoji && (
          <EmojiButton
            isOpen={isPicking}
            onToggle={() => (isPicking ? closePicker(!isTouch) : setPicking(true))}
          />
        )}
        <button className="send" aria-label={translator.t('send')} aria-disabled={!isReady}>
          <Icon name="send" />
        </button>
      </div>
      <CharsLeft length={body.length} remaining={remainingChars} />
    </form>
  )
}

function EmojiButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { translator } = usePanel()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={translator.t('emoji')}
      aria-expanded={isOpen}
      onMouseDown={(event) => isOpen && event.preventDefault()} // losing the focus would close it
      onClick={onToggle}
    >
      <Icon name="smile" />
    </button>
  )
}

function CharsLeft({ length, remaining }: { length: number; remaining: number }) {
  const { translator } = usePanel()
  return (
    <p id="left" role="status" className={remaining < 0 ? 'count danger' : 'count'}>
      {length >= countFrom &&
        translator.count(remaining < 0 ? 'chars_over' : 'chars_left', Math.abs(remaining))}
    </p>
  )
}

/** Makes the field as high as its text, up to a limit. */
function useAutosize(field: RefObject<HTMLTextAreaElement | null>, body: string) {
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${Math.min(current.scrollHeight, heightMax_px)}px`
  }, [field, body])
}

/**
 * Accepts files dropped anywhere on the panel, which they would otherwise replace. @returns whether files are
 * dragged over it
 */
function useDropped(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const onFilesRef = useRef(onFiles)
  useLayoutEffect(() => {
    onFilesRef.current = onFiles
  })
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && listener(event), {
        signal: stop.signal,
      })
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setOver(false)
      onFilesRef.current([...(event.dataTransfer?.files ?? [])])
    })
    return () => stop.abort()
  }, [])
  return isOver
}
