import { hasVisibleText, type Message, messageCharsMax } from '@ozvi/contract'
import { useLayoutEffect, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useSessionDraft } from '#platform/storage/session-draft.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { setEditing } from '../thread/editing.ts'
import { useMessageActions } from './message-actions.ts'
import { isTouchScreen, sends, useSendKey } from '../composer/send-key.ts'
import { autosizeStyle, useAutosize } from '../composer/use-autosize.ts'

/** Edits a sent message in place. */
export function MessageEdit({
  message,
  body = message.body,
  integration_id,
}: {
  message: Message
  /** The text to start with; the text of the message by default. */
  body?: string | undefined
  integration_id: string
}) {
  const t = useT()
  const messageActions = useMessageActions(integration_id)
  const sendKey = useSendKey()
  const [text, setText, clearDraft] = useSessionDraft(`message.${message.id}`, body)
  const field = useRef<HTMLTextAreaElement>(null)
  const trimmed = text.trim()
  const over = trimmed.length - messageCharsMax
  const isReady = (hasVisibleText(trimmed) || message.attachments.length > 0) && over <= 0
  useAutosize(field, text)
  useLayoutEffect(() => {
    field.current?.focus()
    const { length } = field.current?.value ?? ''
    field.current?.setSelectionRange(length, length)
  }, [body])

  function close() {
    clearDraft()
    setEditing(null)
    document.getElementById('composer')?.focus()
  }
  function save() {
    if (!isReady) return
    close()
    if (trimmed !== message.body) void messageActions.edit(message, trimmed)
  }
  return (
    <form
      aria-label={t('messages.edit_title')}
      className="w-[min(34rem,80vw)] max-w-full"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        ref={field}
        rows={2}
        value={text}
        aria-label={t('messages.edit_title')}
        aria-invalid={over > 0 || undefined}
        aria-describedby="edit-count"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            close()
          } else if (sends(event, sendKey, isTouchScreen())) {
            event.preventDefault()
            save()
          }
        }}
        className={cn(
          'block min-h-[calc(2lh+1.375rem)] w-full resize-none rounded-panel border border-strong px-3.5 py-2.5 text-base focus-visible:outline-2 focus-visible:outline-primary touch:text-md',
          autosizeStyle,
          message.kind === 'note' ? 'bg-note' : 'bg-raised',
        )}
      />
      <div className="mt-1.5 flex items-center justify-end gap-2">
        <p id="edit-count" role="status" className="mr-auto text-sm text-danger">
          {over > 0 && t('conversations.chars_over', { count: over })}
        </p>
        <Button size="sm" variant="quiet" onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!isReady}>
          {t('messages.save')}
        </Button>
      </div>
    </form>
  )
}
