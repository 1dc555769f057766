import {
  assignConversation,
  assignTeam,
  type Conversation,
  type ConversationField,
  type ConversationStatus,
  handBack,
  type InboxRow,
  isVisibleTo,
  type Priority,
  setPriority,
  setStatus,
  setTags,
  effectiveAccess,
  takeOver,
  type Team,
} from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'
import { withContactName } from '#dashboard/contact-names'
import { conversationOf, cachedLists, cachedRow } from './data.ts'
import { isRevoked } from './revoked-conversations.ts'
import { areFieldsMissing } from './missing-fields.ts'
import { recordLocalChange } from '../list/local-changes.ts'
import { applyChange, mapRows, upsertRow, withContact } from '../list/rows.ts'

interface TagChanges {
  add?: string[]
  remove?: string[]
}

/** Puts an optimistic row into every list it now belongs to, and removes it from the others. */
export function showRow(cache: QueryClient, integration_id: string, row: InboxRow, user_id: string) {
  recordLocalChange(row.id)
  cache.setQueryData(conversationOf(integration_id, row.id).queryKey, (cached) => cached && row)
  for (const { key, listParams, data } of cachedLists(cache, integration_id)) {
    cache.setQueryData(key, upsertRow(data, listParams, row, user_id))
  }
}
/** Applies the server's answer, unless an event was newer. */
export function applyServerState(
  cache: QueryClient,
  integration_id: string,
  answer: Conversation,
  user_id: string,
) {
  const previousRow = cachedRow(cache, integration_id, answer.id)
  cache.setQueryData(
    conversationOf(integration_id, answer.id).queryKey,
    (cached) => cached && (cached.version >= answer.version ? cached : { ...cached, ...answer }),
  )
  // After reassigning it, the conversation may be invisible before the answer arrives.
  if (isRevoked(cache, answer)) return
  for (const { key, listParams, data } of cachedLists(cache, integration_id)) {
    cache.setQueryData(key, applyChange(data, listParams, answer, user_id, previousRow))
  }
}
/** Updates the member's read cursor. */
export function showSeen(cache: QueryClient, integration_id: string, conversation_id: string, seq: number) {
  const change = (row: InboxRow) =>
    row.id === conversation_id ? { ...row, seen_seq: Math.max(row.seen_seq, seq) } : row
  for (const { key, data } of cachedLists(cache, integration_id))
    cache.setQueryData(key, mapRows(data, change))
  cache.setQueryData(conversationOf(integration_id, conversation_id).queryKey, (row) => row && change(row))
}
/** Updates a contact in every row that shows them. */
export function showContact(
  cache: QueryClient,
  integration_id: string,
  contact: Pick<Conversation['contact'], 'id' | 'name' | 'email'>,
) {
  for (const { key, data } of cachedLists(cache, integration_id))
    cache.setQueryData(key, withContact(data, contact))
  cache.setQueriesData<InboxRow>(
    { queryKey: ['conversation'] },
    (row) => row && withContactName(row, contact),
  )
}

/**
 * Actions on a conversation as a whole. Each shows immediately and can be undone from its toast; on an error
 * it is reverted and the error shown.
 */
export function useConversationActions(integration_id: string) {
  const t = useT()
  const formats = useFormats()
  const cache = useQueryClient()
  const { id: user_id, integrations } = useUser()
  const integration = integrations.find(({ id }) => id === integration_id)
  const sees = integration ? effectiveAccess(integration) : 'all'
  return useMemo(() => {
    /** The undo of an action; none if the member can no longer see the conversation. */
    function undo(after: InboxRow, onClick: () => void) {
      const teams = cache.getQueryData<Team[]>(['teams', { integration_id }]) ?? []
      const team_ids = teams.flatMap(({ id, member_ids }) => (member_ids.includes(user_id) ? [id] : []))
      return isVisibleTo(after, { user_id, sees, team_ids })
        ? { label: t('conversations.undo'), onClick }
        : undefined
    }
    async function perform(
      row: InboxRow,
      optimistic: Partial<Conversation>,
      send: () => Promise<Conversation>,
    ) {
      // The cached row may be newer than the caller's.
      const previous = cachedRow(cache, integration_id, row.id) ?? row
      showRow(cache, integration_id, { ...previous, ...optimistic }, user_id)
      try {
        applyServerState(cache, integration_id, await send(), user_id)
        return true
      } catch (error) {
        // Required fields must be filled before resolving.
        const isMissingFields = areFieldsMissing(error)
        // Without a connection it can't be loaded again. Changes received in the meantime are kept.
        const now = cachedRow(cache, integration_id, row.id)
        if ((now ?? previous).version === previous.version) showRow(cache, integration_id, previous, user_id)
        const read = Promise.all([
          cache.invalidateQueries({ queryKey: ['conversations', { integration_id }] }),
          cache.invalidateQueries(conversationOf(integration_id, row.id)),
        ])
        if (!isMissingFields) {
          toastError(error, t)
          return false
        }
        await read
        return resolveWith(row)
      }
    }
    /** Asks for missing required fields and resolves with them. */
    async function resolveWith(row: InboxRow, onShown?: () => void) {
      try {
        const { openRequiredFieldsDialog: askForFields } = await import('../panel/fields-required.tsx')
        const answer = await askForFields({ integration_id, row })
        if (answer) {
          onShown?.()
          applyServerState(cache, integration_id, answer, user_id)
        }
        return answer !== undefined
      } catch (error) {
        toastError(error, t)
        return false
      }
    }
    const lacksFields = ({ fields }: InboxRow) =>
      cache
        .getQueryData<ConversationField[]>(['conversation-fields', { integration_id }])
        ?.some(({ id, is_required }) => is_required && fields[id] === undefined)
    /** @param onShown called as soon as the row shows the change */
    async function status(
      row: InboxRow,
      next: ConversationStatus,
      snoozed_until?: string,
      onShown?: () => void,
    ) {
      if (next === 'resolved' && lacksFields(cachedRow(cache, integration_id, row.id) ?? row))
        return resolveWith(row, onShown)
      onShown?.()
      return perform(
        row,
        {
          status: next,
          snoozed_until: snoozed_until ?? null,
          ...(next === 'open' ? {} : { waiting_since: null }),
        },
        () =>
          call(setStatus, {
            integration_id,
            conversation_id: row.id,
            status: next,
            ...(snoozed_until ? { snoozed_until } : {}),
          }),
      )
    }
    const undoStatus = (row: InboxRow) => ({
      label: t('conversations.undo'),
      // A snooze whose time has passed would be rejected; the conversation is open then anyway.
      onClick: () =>
        void (row.status === 'snoozed' && row.snoozed_until && Date.parse(row.snoozed_until) > Date.now()
          ? status(row, 'snoozed', row.snoozed_until)
          : status(row, row.status === 'snoozed' ? 'open' : row.status)),
    })
    const assign = (row: InboxRow, assignee_id: string | null) =>
      perform(row, { assignee_id }, () =>
        call(assignConversation, { integration_id, conversation_id: row.id, assignee_id }),
      )
    const tags = (row: InboxRow, { add = [], remove = [] }: TagChanges) => {
      const { tag_ids } = cachedRow(cache, integration_id, row.id) ?? row
      const optimistic = [...tag_ids.filter((id) => !remove.includes(id) && !add.includes(id)), ...add]
      return perform(row, { tag_ids: optimistic }, () =>
        call(setTags, { integration_id, conversation_id: row.id, add, remove }),
      )
    }
    const priority = (row: InboxRow, next: Priority) =>
      perform(row, { priority: next }, () =>
        call(setPriority, { integration_id, conversation_id: row.id, priority: next }),
      )
    const sendTakeOver = (row: InboxRow) =>
      perform(row, { handler: 'team', assignee_id: user_id }, () =>
        call(takeOver, { integration_id, conversation_id: row.id }),
      )
    const sendReturnToAssistant = (row: InboxRow) =>
      perform(row, { handler: 'assistant', assignee_id: null, waiting_since: null }, () =>
        call(handBack, { integration_id, conversation_id: row.id }),
      )
    const toTeam = (row: InboxRow, team_id: string | null) =>
      perform(row, { team_id }, () => call(assignTeam, { integration_id, conversation_id: row.id, team_id }))
    return {
      /** @param name of the team, for the toast */
      async assignTeam(row: InboxRow, team_id: string | null, name: string) {
        if (row.team_id === team_id || !(await toTeam(row, team_id))) return
        toast.success(
          team_id === null ? t('conversations.done_no_team') : t('conversations.done_team', { name }),
          undo({ ...row, team_id }, () => void toTeam(row, row.team_id)),
        )
      },
      async setStatus(row: InboxRow, next: Exclude<ConversationStatus, 'snoozed'>, onShown?: () => void) {
        const isDone = await status(row, next, undefined, onShown)
        if (isDone) toast.success(t(`conversations.done_${next}`), undoStatus(row))
      },
      async snooze(row: InboxRow, until: Date) {
        const isDone = await status(row, 'snoozed', until.toISOString())
        if (!isDone) return
        toast.success(
          t('conversations.done_snoozed', { time: formats.dateTime(until.toISOString()) }),
          undoStatus(row),
        )
      },
      /** @param name of the new assignee, for the toast */
      async assign(row: InboxRow, assignee_id: string | null, name: string) {
        if (row.assignee_id === assignee_id || !(await assign(row, assignee_id))) return
        toast.success(
          assignee_id === null
            ? t('conversations.done_unassigned')
            : assignee_id === user_id
              ? t('conversations.done_assigned_me')
              : t('conversations.done_assigned', { name }),
          undo({ ...row, assignee_id }, () => void assign(row, row.assignee_id)),
        )
      },
      /** Adds and removes tags in order; `toastTagged` shows the toast at the end. */
      tag: tags,
      /** @param name of the changed tag; undefined if there were several */
      toastTagged(row: InboxRow, done: Required<TagChanges>, name: string | undefined) {
        toast.success(
          name === undefined
            ? t('conversations.done_tags')
            : t(done.add.length > 0 ? 'conversations.done_tagged' : 'conversations.done_untagged', { name }),
          {
            label: t('conversations.undo'),
            onClick: () => void tags(row, { add: done.remove, remove: done.add }),
          },
        )
      },
      async setPriority(row: InboxRow, next: Priority) {
        if (row.priority === next || !(await priority(row, next))) return
        toast.success(
          next === 'none'
            ? t('conversations.done_priority_none')
            : t('conversations.done_priority', { priority: t(`conversations.priority_${next}`) }),
          { label: t('conversations.undo'), onClick: () => void priority(row, row.priority) },
        )
      },
      /** Takes over from the assistant. */
      async takeOver(row: InboxRow) {
        if (!(await sendTakeOver(row))) return
        toast.success(t('conversations.done_taken_over'), {
          label: t('conversations.undo'),
          // If the team already handled it, it was only assigned.
          onClick: () =>
            void (row.handler === 'team' ? assign(row, row.assignee_id) : sendReturnToAssistant(row)),
        })
      },
      /** Returns the conversation to the assistant. */
      async returnToAssistant(row: InboxRow) {
        if (!(await sendReturnToAssistant(row))) return
        const takeOverAgain = async () => {
          if ((await sendTakeOver(row)) && row.assignee_id !== user_id) await assign(row, row.assignee_id)
        }
        toast.success(
          t('conversations.done_handed_back'),
          undo({ ...row, assignee_id: null }, () => void takeOverAgain()),
        )
      },
    }
  }, [t, formats, cache, integration_id, user_id, sees])
}
export type ConversationActions = ReturnType<typeof useConversationActions>
