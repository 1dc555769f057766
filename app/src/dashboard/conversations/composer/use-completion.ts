import type { Attachment } from '@ozvi/contract'
import { type RefObject, useRef, useState } from 'react'
import type { CompletionHandle } from '#ui/completion-list.tsx'
import { type CompletionQuery, completionQueryAt } from './completion.ts'
import type { Mode } from './drafts.ts'
import { replaceText } from './replace-text.ts'
import { type Markup, wrapSelection } from './wrap-selection.ts'

interface Writing {
  field: RefObject<HTMLTextAreaElement | null>
  mode: Mode
  text: string
  write: (next: string) => void
  /** Attaches the files of a canned reply. */
  attach: (attachments: readonly Attachment[]) => void
}

/** The list that a trigger such as `/` opens at the cursor, and what it inserts. */
export function useCompletion({ field, mode, text, write, attach }: Writing) {
  const [completion, setCompletion] = useState<CompletionQuery>()
  const list = useRef<CompletionHandle>(null)
  /** Position of a dismissed trigger. */
  const done = useRef(-1)
  /** Position of a trigger inserted by a button. */
  const [signAt, setSignAt] = useState(-1)
  const isSignAlone = completion?.start === signAt && !completion.query

  function update(value: string, caret: number) {
    const next = completionQueryAt(value, caret, mode)
    if (next?.start === done.current) return setCompletion(undefined)
    done.current = -1
    setCompletion(next)
  }
  function putAway() {
    done.current = completion?.start ?? -1
    setCompletion(undefined)
  }
  /** Removes a trigger inserted by a button if nothing was chosen. */
  function leave() {
    putAway()
    if (isSignAlone) write(text.slice(0, signAt) + text.slice(signAt + 1))
  }
  /** Changes the text through the browser, so that Ctrl+Z can undo it. */
  function change(next: string) {
    field.current?.focus()
    if (!field.current || !replaceText(field.current, next)) write(next)
  }
  /** Inserts text at the trigger, or at the cursor. */
  function insert(inserted: string, attachments: readonly Attachment[] = []) {
    const element = field.current
    if (!element) return
    const end = element.selectionStart
    const start = completion?.start ?? end
    const textAfter = text.slice(end)
    change(
      text.slice(0, start) + inserted + (inserted.endsWith(' ') ? textAfter.replace(/^ /, '') : textAfter),
    )
    attach(attachments)
    putAway()
    // Names can continue after a space; everything else is complete.
    if (completion?.kind !== 'mention') done.current = -1
    // After the new text is in the field, which would otherwise move the cursor to its end.
    requestAnimationFrame(() => element.setSelectionRange(start + inserted.length, start + inserted.length))
  }
  function mark(markup: Markup) {
    const element = field.current
    if (!element) return
    const next = wrapSelection({ text, from: element.selectionStart, to: element.selectionEnd }, markup)
    change(next.text)
    requestAnimationFrame(() => element.setSelectionRange(next.from, next.to))
  }
  /** Opens the canned replies, as if their trigger had been typed. */
  function openReplies() {
    // In an untouched field the cursor is before a draft.
    if (field.current?.selectionStart === 0) field.current.setSelectionRange(text.length, text.length)
    const start = field.current?.selectionStart ?? 0
    const gap = /(^|\s)$/.test(text.slice(0, start)) ? '' : ' '
    insert(`${gap}/`)
    setSignAt(start + gap.length)
    setCompletion({ kind: 'reply', start: start + gap.length, query: '' })
  }
  return {
    completion,
    list,
    isSignAlone,
    update,
    leave,
    change,
    insert,
    mark,
    openReplies,
    close: () => setCompletion(undefined),
    /** For another text. */
    reset() {
      setCompletion(undefined)
      done.current = -1
    },
  }
}
