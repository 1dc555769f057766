import { type Attachment, hasVisibleText, type InboxRow, messageCharsMax } from '@ozvi/contract'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { useAttachedFiles } from '#dashboard/files'
import { useInbox } from '../layout/inbox-context.ts'
import { draftKey, type Mode } from './drafts.ts'
import { useReplyCollision } from './reply-collision.ts'
import { useTypingMark } from './typing.ts'
import { useCompletion } from './use-completion.ts'
import { useComposerKeys } from './use-composer-keys.ts'
import { useComposerTexts } from './use-composer-texts.ts'
import { useSending } from './use-sending.ts'

export interface ComposerHandle {
  focus: (mode: Mode) => void
  /** Adds text and files to the reply. */
  insert: (text: string, attachments: readonly Attachment[]) => void
}
export interface ComposerProps {
  row: InboxRow
  ref: Ref<ComposerHandle>
  /** Called when the sent message was acknowledged. */
  onResolve: () => void
}

/** The state of the composer, and what can be done with it. */
export function useComposer({ row, ref, onResolve }: ComposerProps) {
  const { integration } = useInbox()
  const user = useUser()
  const conversation = { integration_id: integration.id, conversation_id: row.id }
  const area = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const writing = useComposerTexts({ conversation, user_id: user.id, area, field })
  const { mode, setMode, texts, text } = writing
  const isNote = mode === 'note'
  const typing = useTypingMark(integration.id, row.id)
  const collision = useReplyCollision(row.id)
  const chars = text.trim().length
  const attached = {
    text: useAttachedFiles(integration.id, draftKey(conversation, user.id, 'text'), true),
    note: useAttachedFiles(integration.id, draftKey(conversation, user.id, 'note'), true),
  }
  const { files, put, take } = attached[mode]
  const isReady =
    (hasVisibleText(text) || files.length > 0) &&
    chars <= messageCharsMax &&
    files.every(({ state }) => state !== 'rejected')

  function write(next: string) {
    writing.write(next)
    if (isNote) return
    if (!next) return void typing.stopped()
    collision.onStart()
    typing.typed()
  }
  const completion = useCompletion({ field, mode, text, write, attach: put })
  function changeMode(next: Mode) {
    setMode(next)
    completion.reset()
  }
  function clear() {
    writing.write('')
    completion.close()
    typing.stopped()
    collision.onEnd()
    field.current?.focus()
  }
  /** Adds a paragraph to the reply or the note. */
  function append(added: string, to: Mode) {
    changeMode(to)
    writing.write([texts[to].trimEnd(), added].filter(Boolean).join('\n\n'), to)
    field.current?.focus()
  }
  const { send, sendAndResolve } = useSending({
    row,
    mode,
    text,
    isReady,
    collision,
    take,
    clear,
    onResolve,
  })
  const keys = useComposerKeys({
    user_id: user.id,
    mode,
    text,
    completion,
    collision,
    onSend: () => void send(),
    onSendAndResolve: () => void sendAndResolve(),
  })
  useImperativeHandle(ref, () => ({
    focus(next) {
      changeMode(next)
      field.current?.focus()
    },
    insert(added, attachments) {
      attached.text.put(attachments)
      append(added, 'text')
    },
  }))
  const actions = { changeMode, write, append, send, sendAndResolve }
  const state = { mode, isNote, text, chars, isReady, attached: attached[mode], typing, collision }
  return { ...state, ...actions, area, field, showText: writing.show, completion, keys }
}
