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
import { useLive } from '#platform/calls/live.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.ts'
import { draftKey, type Mode, readKept, writeDraft } from '../composer/drafts.ts'
import type { useRival } from '../composer/rival.ts'
import { AnswerBar } from '../quoting/answer-bar.tsx'
import { AwayLine } from './away-line.tsx'
import { catchUp, holdComposer, settle } from './draft-sync.ts'
import { RivalAlert } from './rival-alert.tsx'

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
  /** Switches to a mode. */
  onMode: (mode: Mode) => void
}

/** Information above the composer: drafts of teammates and replies sent in the meantime. */
export function AboveComposer({
  rival,
  onSend,
  ...composing
}: Composing & { rival: ReturnType<typeof useRival>; onSend: () => void }) {
  const { id: user_id } = useUser()
  const { integration_id, id: conversation_id } = composing.row
  const query = draftsIn(integration_id, conversation_id)
  useLive(query, draftChanged, { conversation_id }, applyDraftChanged)
  const { data: drafts = [] } = useQuery(query)
  const acts = useDraftActs(composing)
  useComposerHeld(composing, user_id)
  // Each keeps its position while its author writes.
  const theirs = drafts
    .filter(({ author_id, text }) => author_id !== user_id && text)
    .sort((a, b) => a.author_id.localeCompare(b.author_id) || b.mode.localeCompare(a.mode))
  const taken = drafts.filter(({ author_id, taken_by }) => author_id === user_id && taken_by)
  return (
    <>
      {taken.map((draft) => (
        <TakenLine key={draft.mode} draft={draft} onClose={() => void acts.forget(draft)} />
      ))}
      {theirs.length > 0 && <TeamDrafts drafts={theirs} onTake={acts.take} />}
      <AnswerBar
        conversation_id={conversation_id}
        mode={composing.mode}
        onClose={() => composing.field.current?.focus()}
      />
      {composing.mode === 'text' && <AwayLine row={composing.row} />}
      <RivalAlert rival={rival} onSend={onSend} onEdit={() => composing.field.current?.focus()} />
    </>
  )
}

/** A field in use isn't changed; updates apply when it loses focus. */
function useComposerHeld({ row, mode, field, onText }: Composing, user_id: string) {
  const latest = useRef({ mode, onText })
  useEffect(() => {
    latest.current = { mode, onText }
  })
  const { integration_id, id: conversation_id } = row
  useEffect(() => {
    const keyOf = (of: Mode) => draftKey({ integration_id, conversation_id }, user_id, of)
    const element = field.current
    const release = holdComposer({
      keyOf,
      isTyping: (of) =>
        of === latest.current.mode &&
        element !== null &&
        element === document.activeElement &&
        document.hasFocus() &&
        element.value !== '',
      show: (of, text) => latest.current.onText(of, text),
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

function useDraftActs({ row, field, onText, onMode }: Composing) {
  const t = useT()
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  const place = { integration_id: row.integration_id, conversation_id: row.id }
  const { queryKey } = draftsIn(place.integration_id, place.conversation_id)
  const put = (draft: Draft) => cache.setQueryData(queryKey, (held) => held && applyDraftChanged(held, draft))
  function write(mode: Mode, text: string, changed_at?: string) {
    writeDraft(draftKey(place, user_id, mode), text, changed_at ? Date.parse(changed_at) : undefined)
    onText(mode, text)
  }
  async function act(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      sayFailure(error, t)
      await cache.invalidateQueries({ queryKey })
    }
  }
  /** Appends a teammate's draft; undo returns it to them. */
  const take = ({ author_id, author_name, mode }: Draft) =>
    act(async () => {
      const key = draftKey(place, user_id, mode)
      const before = readKept(key)
      const { theirs, own } = await call(takeDraft, { ...place, author_id, mode, text: before })
      const now = readKept(key)
      settle(own)
      if (now === before) write(mode, own.text, own.changed_at)
      // Edited in the meantime.
      else if (!now.includes(theirs.text)) write(mode, `${now.trimEnd()}\n\n${theirs.text}`)
      cache.setQueryData(queryKey, (held) =>
        held?.filter((draft) => draft.author_id !== author_id || draft.mode !== mode),
      )
      onMode(mode)
      requestAnimationFrame(() => field.current?.focus())
      const undo = () =>
        act(async () => {
          const text = readKept(key) === own.text ? before : readKept(key)
          const back = await call(returnDraft, { ...place, author_id, mode, text })
          settle(back.own)
          write(mode, text, back.own.changed_at)
          put(back.theirs)
        })
      toast.success(t('drafts.done_taken', { name: author_name }), {
        label: t('conversations.undo'),
        onClick: () => void undo(),
      })
    })
  /** The owner is known. */
  const forget = ({ mode }: Draft) =>
    act(async () => {
      const text = readKept(draftKey(place, user_id, mode))
      const changed_at = new Date().toISOString()
      const draft = await call(saveDraft, { ...place, mode, text, changed_at })
      settle(draft)
      put(draft)
    })
  return { take, forget }
}

const line = 'flex items-start gap-2 rounded-control border border-line bg-subtle py-1 pr-1 pl-3 text-sm'
function TakenLine({ draft: { mode, taken_by }, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useT()
  return (
    <div role="status" className={cn(line, 'mb-2')}>
      <Icon name="info" size={16} className="mt-1.75 shrink-0 text-muted touch:mt-3.5" />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere touch:py-3">
        {t('drafts.taken_by', { name: taken_by?.name ?? '', mode })}
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
    <ul aria-label={t('drafts.of_team')} className="mb-2 flex max-h-48 flex-col gap-2 overflow-y-auto">
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
