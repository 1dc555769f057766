import {
  applyDraftChanged,
  type Draft,
  draftChanged,
  type InboxRow,
  listDrafts,
  returnDraft,
  saveDraft,
  takeDraft,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.ts'
import { draftKey, type Mode, readDraft, writeDraft } from '../composer/drafts.ts'
import type { useReplyCollision } from '../composer/reply-collision.ts'
import { ReplyToBar } from '../quoting/reply-to-bar.tsx'
import { AwayBanner } from './away-banner.tsx'
import { catchUp, registerComposer, finishSync } from './draft-sync.ts'
import { CollisionAlert } from './collision-alert.tsx'

const draftsIn = (integration_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: ['drafts', { integration_id, conversation_id }],
    queryFn: () => call(listDrafts, { integration_id, conversation_id }),
  })

interface Composing {
  row: InboxRow
  mode: Mode
  field: RefObject<HTMLTextAreaElement | null>
  /** Sets the text of a mode; already stored. */
  onText: (mode: Mode, text: string) => void
  onMode: (mode: Mode) => void
}

/** Information above the composer: drafts of teammates and replies sent in the meantime. */
export function AboveComposer({
  collision,
  onSend,
  ...composing
}: Composing & { collision: ReturnType<typeof useReplyCollision>; onSend: () => void }) {
  const { id: user_id } = useUser()
  const { integration_id, id: conversation_id } = composing.row
  const query = draftsIn(integration_id, conversation_id)
  useLiveQuery(query, draftChanged, { conversation_id }, applyDraftChanged)
  const { data: drafts = [] } = useQuery(query)
  const actions = useDraftActions(composing)
  useComposerRegistration(composing, user_id)
  // Each keeps its position while its author writes.
  const colleagueDrafts = drafts
    .filter(({ author_id, text }) => author_id !== user_id && text)
    .sort((a, b) => a.author_id.localeCompare(b.author_id) || b.mode.localeCompare(a.mode))
  const takenOverDrafts = drafts.filter(
    ({ author_id, taken_over_by }) => author_id === user_id && taken_over_by,
  )
  return (
    <>
      {takenOverDrafts.map((draft) => (
        <TakenOverBanner key={draft.mode} draft={draft} onClose={() => void actions.forget(draft)} />
      ))}
      {colleagueDrafts.length > 0 && <TeamDrafts drafts={colleagueDrafts} onTake={actions.take} />}
      <ReplyToBar
        conversation_id={conversation_id}
        mode={composing.mode}
        onClose={() => composing.field.current?.focus()}
      />
      {composing.mode === 'text' && <AwayBanner row={composing.row} />}
      <CollisionAlert collision={collision} onSend={onSend} onEdit={() => composing.field.current?.focus()} />
    </>
  )
}

/** A field in use isn't changed; updates apply when it loses focus. */
function useComposerRegistration({ row, mode, field, onText }: Composing, user_id: string) {
  const latest = useRef({ mode, onText })
  useEffect(() => {
    latest.current = { mode, onText }
  })
  const { integration_id, id: conversation_id } = row
  useEffect(() => {
    const keyOf = (draftMode: Mode) => draftKey({ integration_id, conversation_id }, user_id, draftMode)
    const element = field.current
    const release = registerComposer({
      keyOf,
      isTyping: (draftMode) =>
        draftMode === latest.current.mode &&
        element !== null &&
        element === document.activeElement &&
        document.hasFocus() &&
        element.value !== '',
      show: (draftMode, text) => latest.current.onText(draftMode, text),
    })
    const onLeft = () => {
      catchUp(keyOf('text'))
      catchUp(keyOf('note'))
    }
    element?.addEventListener('blur', onLeft)
    return () => {
      element?.removeEventListener('blur', onLeft)
      release()
    }
  }, [integration_id, conversation_id, user_id, field])
}

function useDraftActions({ row, field, onText, onMode }: Composing) {
  const t = useT()
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  const conversation = { integration_id: row.integration_id, conversation_id: row.id }
  const query = draftsIn(conversation.integration_id, conversation.conversation_id)
  const applyDraft = (draft: Draft) => changeData(cache, query, (cached) => applyDraftChanged(cached, draft))
  function write(mode: Mode, text: string, changed_at?: string) {
    writeDraft(draftKey(conversation, user_id, mode), text, changed_at ? Date.parse(changed_at) : undefined)
    onText(mode, text)
  }
  async function runAction(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      toastError(error, t)
      await cache.invalidateQueries(query)
    }
  }
  /** Appends a teammate's draft; undo returns it to them. */
  const takeOver = ({ author_id, author_name, mode }: Draft) =>
    runAction(async () => {
      const key = draftKey(conversation, user_id, mode)
      const before = readDraft(key)
      const { teammate_draft, own_draft } = await call(takeDraft, {
        ...conversation,
        author_id,
        mode,
        text: before,
      })
      const now = readDraft(key)
      finishSync(own_draft)
      if (now === before) write(mode, own_draft.text, own_draft.changed_at)
      // Edited in the meantime.
      else if (!now.includes(teammate_draft.text)) write(mode, `${now.trimEnd()}\n\n${teammate_draft.text}`)
      changeData(cache, query, (cached) =>
        cached.filter((draft) => draft.author_id !== author_id || draft.mode !== mode),
      )
      onMode(mode)
      requestAnimationFrame(() => field.current?.focus())
      const undo = () =>
        runAction(async () => {
          const text = readDraft(key) === own_draft.text ? before : readDraft(key)
          const returned = await call(returnDraft, { ...conversation, author_id, mode, text })
          finishSync(returned.own_draft)
          write(mode, text, returned.own_draft.changed_at)
          applyDraft(returned.teammate_draft)
        })
      toast.success(t('drafts.done_taken', { name: author_name }), {
        label: t('conversations.undo'),
        onClick: () => void undo(),
      })
    })
  /** The owner is known. */
  const deleteDraft = ({ mode }: Draft) =>
    runAction(async () => {
      const text = readDraft(draftKey(conversation, user_id, mode))
      const changed_at = new Date().toISOString()
      const draft = await call(saveDraft, { ...conversation, mode, text, changed_at })
      finishSync(draft)
      applyDraft(draft)
    })
  return { take: takeOver, forget: deleteDraft }
}

const line = 'flex items-start gap-2 rounded-control border border-line bg-subtle py-1 pr-1 pl-3 text-sm'
function TakenOverBanner({ draft: { mode, taken_over_by }, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useT()
  return (
    <div role="status" className={cn(line, 'mb-2')}>
      <Icon name="info" size={16} className="mt-1.75 shrink-0 text-muted touch:mt-3.5" />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere touch:py-3">
        {t('drafts.taken_over_by', { name: taken_over_by?.name ?? '', mode })}
      </p>
      <IconButton icon="x" size="sm" label={t('ui.close')} onClick={onClose} />
    </div>
  )
}

function TeamDrafts({
  drafts,
  onTake,
}: {
  drafts: readonly Draft[]
  onTake: (draft: Draft) => Promise<void>
}) {
  const t = useT()
  return (
    <ul aria-label={t('drafts.teammates')} className="mb-2 flex max-h-48 flex-col gap-2 overflow-y-auto">
      {drafts.map((draft) => (
        <TeamDraft key={draft.author_id + draft.mode} draft={draft} onTake={onTake} />
      ))}
    </ul>
  )
}

/** A teammate's draft on one line, expandable. */
function TeamDraft({ draft, onTake }: { draft: Draft; onTake: (draft: Draft) => Promise<void> }) {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { author_name: name, mode, text } = draft
  return (
    <li className={line}>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 w-full min-w-0 items-center gap-2 text-left touch:min-h-11"
        >
          <Icon name={mode === 'note' ? 'note' : 'pencil'} size={14} className="shrink-0 text-primary" />
          <span className={cn('min-w-0 flex-1', !isOpen && 'truncate')}>
            <span className="text-primary">{t('drafts.has', { name, mode })}</span>
            {!isOpen && ` ${text}`}
          </span>
          <Icon
            name="chevron-down"
            size={16}
            className={cn('shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
          />
        </button>
        <p id={id} hidden={!isOpen} className="pb-1.5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </div>
      <Button
        size="sm"
        isBusy={isBusy}
        aria-label={t('drafts.take_named', { name, mode })}
        onClick={() => {
          setBusy(true)
          void onTake(draft).finally(() => setBusy(false))
        }}
      >
        {t('drafts.take')}
      </Button>
    </li>
  )
}
