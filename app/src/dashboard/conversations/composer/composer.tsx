import { type Attachment, type InboxRow, type Macro, messageCharsMax } from '@ozvi/contract'
import {
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import type { CompletionHandle } from '#ui/completion-list.tsx'
import { useToastFloor } from '#ui/toast-floor.ts'
import { SuggestedReply } from '#dashboard/assistant'
import { NewReply } from '#dashboard/canned-replies'
import { CopilotMenu } from '#dashboard/copilot'
import { EmojiPicker } from '#dashboard/emoji'
import { FileTray, loadUploads, useAttachedFiles, useDroppedFiles } from '#dashboard/files'
import { type CompletionQuery, completionQueryAt } from './completion.ts'
import { ComposerBar } from './composer-bar.tsx'
import { draftKey, type Mode, useDraftStore } from './drafts.ts'
import { setEditing } from '../thread/editing.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { replyTargetIn, setReplyTarget } from '../quoting/reply-target.ts'
import { ModeTabs } from './mode-tabs.tsx'
import { customerName } from '../people/names.ts'
import { replaceText } from './replace-text.ts'
import { useReplyCollision } from './reply-collision.ts'
import { closes, isTouchScreen, sends, useSendKey } from './send-key.ts'
import { useTypingMark } from './typing.ts'
import { useCollapsed } from './use-collapsed.ts'
import { autosizeStyle, useAutosize } from './use-autosize.ts'
import { type Markup, wrapSelection } from './wrap-selection.ts'

export interface ComposerHandle {
  focus: (mode: Mode) => void
  /** Adds text and files to the reply. */
  put: (text: string, attachments: readonly Attachment[]) => void
}
/** Loaded on first focus, so that lists are ready for the first trigger; the same for uploads. */
const loadLists = async () => ({ default: (await import('./completion-lists.tsx')).CompletionLists })
const CompletionLists = lazy(loadLists)
const AboveComposer = lazy(async () => ({
  default: (await import('../drafts/above-composer.tsx')).AboveComposer,
}))
const shortcuts: Record<string, Markup> = { b: 'bold', i: 'italic', k: 'link' }

/** The composer for replies and notes; each keeps its text while the other is shown. */
export function Composer({
  row,
  ref,
  onMacro,
  onResolve,
}: {
  row: InboxRow
  ref: Ref<ComposerHandle>
  /** Called when the sent message was acknowledged. */
  onResolve: () => void
  onMacro: (macro: Macro) => void
}) {
  const t = useT()
  const { integration, outbox } = useInbox()
  const user = useUser()
  const conversation = { integration_id: integration.id, conversation_id: row.id }
  const drafts = useDraftStore(conversation, user.id)
  const [mode, setMode] = useState<Mode>('text')
  const isHydrated = useIsHydrated()
  const [texts, setTexts] = useState(() =>
    isHydrated ? { text: drafts.read('text'), note: drafts.read('note') } : { text: '', note: '' },
  )
  const area = useRef<HTMLDivElement>(null)
  useToastFloor(area)
  const field = useRef<HTMLTextAreaElement>(null)
  const isFromServer = useRef(!isHydrated)
  // The field is empty in the server's HTML. Adds the stored draft and keeps text typed before hydration.
  useLayoutEffect(() => {
    if (!isFromServer.current) return
    isFromServer.current = false
    const selected = area.current?.querySelector<HTMLInputElement>('[name=composer-mode]:checked')?.value
    const typedIn = selected === 'note' ? 'note' : 'text'
    const kept = { text: drafts.read('text'), note: drafts.read('note') }
    const typed = field.current?.value ?? ''
    const text = [kept[typedIn].trimEnd(), typed].filter(Boolean).join(' ')
    if (typed) drafts.write(typedIn, text)
    setMode(typedIn)
    setTexts({ ...kept, [typedIn]: typed ? text : kept[typedIn] })
  }, [drafts])
  const sendKey = useSendKey()
  const typing = useTypingMark(integration.id, row.id)
  const collision = useReplyCollision(row.id)
  const text = texts[mode]
  const chars = text.trim().length
  const attached = {
    text: useAttachedFiles(integration.id, draftKey(conversation, user.id, 'text'), true),
    note: useAttachedFiles(integration.id, draftKey(conversation, user.id, 'note'), true),
  }
  const { files, add, put, remove, take } = attached[mode]
  const isDropping = useDroppedFiles((dropped) => void add(dropped))
  const isReady =
    (chars > 0 || files.length > 0) &&
    chars <= messageCharsMax &&
    files.every(({ state }) => state !== 'refused')
  const isNote = mode === 'note'
  const [completion, setCompletion] = useState<CompletionQuery>()
  const list = useRef<CompletionHandle>(null)
  /** Position of a dismissed trigger. */
  const done = useRef(-1)
  /** Position of a trigger inserted by a button. */
  const signAt = useRef(-1)
  const [isPicking, setPicking] = useState(false)
  const [isSavingReply, setSavingReply] = useState(false)
  /** A suggested reply, shown as a placeholder. */
  const [suggestion, setSuggestion] = useState('')

  useImperativeHandle(ref, () => ({
    focus(next) {
      changeMode(next)
      field.current?.focus()
    },
    put(added, attachments) {
      attached.text.put(attachments)
      const next = [texts.text.trimEnd(), added].filter(Boolean).join('\n\n')
      changeMode('text')
      setTexts({ ...texts, text: next })
      drafts.write('text', next)
      field.current?.focus()
    },
  }))
  useAutosize(field, text || suggestion)
  const { isCollapsed, setUsed } = useCollapsed(area, text === '' && files.length === 0)

  function changeMode(next: Mode) {
    setMode(next)
    setCompletion(undefined)
    done.current = -1
  }
  function write(next: string) {
    setTexts({ ...texts, [mode]: next })
    drafts.write(mode, next)
    if (isNote) return
    if (!next) return void typing.stopped()
    collision.onStart()
    typing.typed()
  }
  /**
   * @param at when to send; now if absent
   * @returns whether it was sent; false if held, rejected or undone
   */
  async function send(at?: Date): Promise<boolean> {
    if (!isReady) return false
    if (!isNote && !at && collision.check()) return false
    const id = crypto.randomUUID()
    const reply_to = replyTargetIn(row.id, mode)?.id
    const added = outbox.add({
      id,
      conversation_id: row.id,
      kind: mode,
      body: text.trim(),
      files: take(),
      ...(at && !isNote ? { send_at: at.toISOString() } : {}),
      ...(isNote || at ? {} : collision.seen()),
      ...(reply_to ? { reply_to } : {}),
    })
    if (reply_to) setReplyTarget(row.id, null)
    setTexts({ ...texts, [mode]: '' })
    drafts.write(mode, '')
    setCompletion(undefined)
    typing.stopped()
    collision.onEnd()
    field.current?.focus()
    await added
    return outbox.leaving(id)
  }
  const sendAndResolve = async () => (await send()) && onResolve()
  function typeIn(element: HTMLTextAreaElement) {
    const { value, selectionStart } = element
    write(value)
    updateCompletion(value, selectionStart)
  }
  function updateCompletion(value: string, caret: number) {
    const next = completionQueryAt(value, caret, mode)
    if (next?.start === done.current) return setCompletion(undefined)
    done.current = -1
    setCompletion(next)
  }
  function putAway() {
    done.current = completion?.start ?? -1
    setCompletion(undefined)
  }
  const isSignAlone = completion?.start === signAt.current && !completion.query
  /** Removes a trigger inserted by a button if nothing was chosen. */
  function leaveList() {
    putAway()
    if (isSignAlone) write(text.slice(0, signAt.current) + text.slice(signAt.current + 1))
  }
  /** Changes the text through the browser, so that Ctrl+Z can undo it. */
  function change(next: string) {
    field.current?.focus()
    if (!field.current || !replaceText(field.current, next)) write(next)
  }
  function addNote(added: string) {
    const next = [texts.note.trimEnd(), added].filter(Boolean).join('\n\n')
    changeMode('note')
    setTexts({ ...texts, note: next })
    drafts.write('note', next)
    field.current?.focus()
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
    put(attachments)
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
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (completion && !event.nativeEvent.isComposing && list.current?.press(event.key))
      return event.preventDefault()
    // The list is still loading, and the trigger alone isn't meant to be sent.
    if (isSignAlone && event.key === 'Enter') return event.preventDefault()
    const markup = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined
    if (markup) {
      event.preventDefault()
      mark(markup)
    } else if (sends(event, sendKey, isTouchScreen())) {
      event.preventDefault()
      void (closes(event) ? sendAndResolve() : send())
    } else if (event.key === 'ArrowUp' && !text && !event.nativeEvent.isComposing) {
      const ownCollision = collision
        .messages()
        .findLast(
          ({ author_id, kind, change }) => author_id === user.id && kind === mode && !change?.is_deleted,
        )
      if (!ownCollision) return
      event.preventDefault()
      setEditing({ id: ownCollision.id })
    } else if (event.key === 'Escape') {
      event.preventDefault()
      document.getElementById('conversation-title')?.focus()
    }
  }
  return (
    <div
      ref={area}
      className="shrink-0 px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4 short:pt-1 short:pb-[max(0.25rem,env(safe-area-inset-bottom))]"
    >
      <Suspense fallback={null}>
        <AboveComposer
          row={row}
          mode={mode}
          field={field}
          collision={collision}
          onText={(of, next) => setTexts((now) => ({ ...now, [of]: next }))}
          onMode={changeMode}
          onSend={() => void send()}
        />
      </Suspense>
      <div
        data-collapsed={isCollapsed ? '' : undefined}
        className={cn(
          'group/composer relative rounded-card border border-strong short:flex short:flex-wrap short:*:basis-full transition-colors duration-120 focus-within:border-primary focus-within:outline focus-within:outline-primary',
          isNote
            ? 'border-dashed border-note-border bg-note focus-within:border-note-border focus-within:outline-note-border'
            : 'bg-raised',
        )}
      >
        <ModeTabs
          mode={mode}
          onChange={changeMode}
          onPress={() => field.current?.focus()}
          controls="composer"
        />
        <textarea
          id="composer"
          ref={field}
          rows={2}
          value={text}
          onChange={({ target }) => typeIn(target)}
          // Closes the list when the cursor leaves the word.
          onSelect={({ currentTarget }) => completion && updateCompletion(text, currentTarget.selectionStart)}
          onFocus={() => {
            setUsed(true)
            void Promise.all([loadLists(), loadUploads()]).catch(() => undefined)
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length === 0) return
            event.preventDefault()
            void add(pasted)
          }}
          onBlur={() => {
            if (isSignAlone) leaveList()
            else setCompletion(undefined)
            void typing.stopped()
          }}
          aria-label={
            isNote
              ? t('conversations.note_to_team')
              : t('conversations.reply_to', { name: customerName(row, t) })
          }
          aria-describedby={suggestion ? 'composer-proposal composer-count' : 'composer-count'}
          aria-invalid={chars > messageCharsMax || undefined}
          placeholder={
            suggestion ||
            (isNote ? t('conversations.note_placeholder') : t('conversations.reply_placeholder'))
          }
          className={cn(
            'block min-h-[calc(2lh+1rem)] max-sm:min-h-[calc(1lh+1rem)] max-sm:group-data-collapsed/composer:min-h-11 max-sm:group-data-collapsed/composer:py-2.5 short:min-h-0 short:max-h-20! w-full resize-none bg-transparent px-3.5 py-2 text-base outline-none placeholder:text-muted touch:text-md',
            autosizeStyle,
          )}
        />
        {!isNote && !text && (
          <SuggestedReply
            row={row}
            field={field}
            hintId="composer-proposal"
            onShow={setSuggestion}
            onInsert={change}
          />
        )}
        {files.length > 0 && (
          <Suspense fallback={<div className="h-14" />}>
            <FileTray files={files} onRemove={remove} className="px-3 pb-2" />
          </Suspense>
        )}
        {completion && (
          <Suspense fallback={null}>
            <CompletionLists
              ref={list}
              completion={completion}
              row={row}
              workspace={integration}
              field={field}
              onInsert={insert}
              onMacro={(macro) => {
                insert('')
                onMacro(macro)
              }}
              onClose={leaveList}
            />
          </Suspense>
        )}
        {isPicking && (
          <Suspense fallback={null}>
            <EmojiPicker
              onInsert={(sign) => {
                setPicking(false)
                insert(sign)
              }}
              onClose={() => {
                setPicking(false)
                field.current?.focus()
              }}
            />
          </Suspense>
        )}
        <ComposerBar
          mode={mode}
          chars={chars}
          isReady={isReady}
          sendKey={sendKey}
          onAttach={(selected) => {
            void add(selected)
            field.current?.focus()
          }}
          onReplies={() => {
            // In an untouched field the cursor is before a draft.
            if (field.current?.selectionStart === 0) field.current.setSelectionRange(text.length, text.length)
            const start = field.current?.selectionStart ?? 0
            const gap = /(^|\s)$/.test(text.slice(0, start)) ? '' : ' '
            insert(`${gap}/`)
            signAt.current = start + gap.length
            setCompletion({ kind: 'reply', start: signAt.current, query: '' })
          }}
          isPicking={isPicking}
          onEmoji={() => setPicking(!isPicking)}
          onMark={mark}
          onSend={() => void send()}
          onSendAndResolve={() => void sendAndResolve()}
          onLater={(at) => void send(at)}
          onSaveReply={() => setSavingReply(true)}
          copilot={<CopilotMenu row={row} text={text} isNote={isNote} onText={change} onNote={addNote} />}
        />
        {isDropping && (
          <p className="pointer-events-none absolute inset-0 z-10 flex items-center justify-center gap-2 rounded-card border-2 border-dashed border-primary bg-primary-subtle font-medium text-primary">
            <Icon name="upload" />
            {t('conversations.drop_files')}
          </p>
        )}
      </div>
      {isSavingReply && (
        <Suspense fallback={null}>
          <NewReply integration={integration} body={text.trim()} onClose={() => setSavingReply(false)} />
        </Suspense>
      )}
    </div>
  )
}
