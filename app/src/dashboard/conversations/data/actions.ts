import {
  assignConversation,
  assignTeam,
  type Conversation,
  type ConversationField,
  type ConversationStatus,
  handBack,
  type InboxRow,
  isWithinReach,
  type Priority,
  setPriority,
  setStatus,
  setTags,
  seesAs,
  takeOver,
  type Team,
} from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'
import { withContactName } from '#dashboard/contact-names'
import { conversationOf, listsHeld, rowHeld } from './data.ts'
import { isHidden } from './hidden.ts'
import { areFieldsMissing } from './missing-fields.ts'
import { noteOwnChange } from '../list/own-changes.ts'
import { applyChange, mapRows, putRow, withContact } from '../list/rows.ts'

interface TagChanges {
  add?: string[]
  remove?: string[]
}

/** Puts an optimistic row into every list it now belongs to, and removes it from the others. */
export function showRow(cache: QueryClient, integration_id: string, row: InboxRow, user_id: string) {
  noteOwnChange(row.id)
  cache.setQueryData(conversationOf(integration_id, row.id).queryKey, (held) => held && row)
  for (const { key, wanted, data } of listsHeld(cache, integration_id)) {
    cache.setQueryData(key, putRow(data, wanted, row, user_id))
  }
}
/** Applies the server's answer, unless an event was newer. */
export function settle(cache: QueryClient, integration_id: string, answer: Conversation, user_id: string) {
  const known = rowHeld(cache, integration_id, answer.id)
  cache.setQueryData(
    conversationOf(integration_id, answer.id).queryKey,
    (held) => held && (held.version >= answer.version ? held : { ...held, ...answer }),
  )
  // After reassigning it, the conversation may be invisible before the answer arrives.
  if (isHidden(cache, answer)) return
  for (const { key, wanted, data } of listsHeld(cache, integration_id)) {
    cache.setQueryData(key, applyChange(data, wanted, answer, user_id, known))
  }
}
/** Updates the member's read cursor. */
export function showSeen(cache: QueryClient, integration_id: string, conversation_id: string, seq: number) {
  const change = (row: InboxRow) =>
    row.id === conversation_id ? { ...row, seen_seq: Math.max(row.seen_seq, seq) } : row
  for (const { key, data } of listsHeld(cache, integration_id)) cache.setQueryData(key, mapRows(data, change))
  cache.setQueryData(conversationOf(integration_id, conversation_id).queryKey, (row) => row && change(row))
}
/** Updates a contact in every row that shows them. */
export function showContact(
  cache: QueryClient,
  integration_id: string,
  contact: Pick<Conversation['contact'], 'id' | 'name' | 'email'>,
) {
  for (const { key, data } of listsHeld(cache, integration_id))
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
  const own = integrations.find(({ id }) => id === integration_id)
  const sees = own ? seesAs(own) : 'all'
  return useMemo(() => {
    /** The undo of an action; none if the member can no longer see the conversation. */
    function undo(after: InboxRow, onClick: () => void) {
      const teams = cache.getQueryData<Team[]>(['teams', { integration_id }]) ?? []
      const team_ids = teams.flatMap(({ id, member_ids }) => (member_ids.includes(user_id) ? [id] : []))
      return isWithinReach(after, { user_id, sees, team_ids })
        ? { label: t('conversations.undo'), onClick }
        : undefined
    }
    async function act(row: InboxRow, guess: Partial<Conversation>, send: () => Promise<Conversation>) {
      // The cached row may be newer than the caller's.
      const before = rowHeld(cache, integration_id, row.id) ?? row
      showRow(cache, integration_id, { ...before, ...guess }, user_id)
      try {
        settle(cache, integration_id, await send(), user_id)
        return true
      } catch (error) {
        // Required fields must be filled before resolving.
        const isAsking = areFieldsMissing(error)
        // Without a connection it can't be loaded again. Changes received in the meantime are kept.
        const now = rowHeld(cache, integration_id, row.id)
        if ((now ?? before).version === before.version) showRow(cache, integration_id, before, user_id)
        const read = Promise.all([
          cache.invalidateQueries({ queryKey: ['conversations', { integration_id }] }),
          cache.invalidateQueries(conversationOf(integration_id, row.id)),
        ])
        if (!isAsking) {
          sayFailure(error, t)
          return false
        }
        await read
        return resolveWith(row)
      }
    }
    /** Asks for missing required fields and resolves with them. */
    async function resolveWith(row: InboxRow, onShown?: () => void) {
      try {
        const { askForFields } = await import('../panel/fields-required.tsx')
        const answer = await askForFields({ integration_id, row })
        if (answer) {
          onShown?.()
          settle(cache, integration_id, answer, user_id)
        }
        return answer !== undefined
      } catch (error) {
        sayFailure(error, t)
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
      if (next === 'resolved' && lacksFields(rowHeld(cache, integration_id, row.id) ?? row))
        return resolveWith(row, onShown)
      onShown?.()
      return act(
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
      act(row, { assignee_id }, () =>
        call(assignConversation, { integration_id, conversation_id: row.id, assignee_id }),
      )
    const tags = (row: InboxRow, { add = [], remove = [] }: TagChanges) => {
      const { tag_ids } = rowHeld(cache, integration_id, row.id) ?? row
      const guess = [...tag_ids.filter((id) => !remove.includes(id) && !add.includes(id)), ...add]
      return act(row, { tag_ids: guess }, () =>
        call(setTags, { integration_id, conversation_id: row.id, add, remove }),
      )
    }
    const priority = (row: InboxRow, next: Priority) =>
      act(row, { priority: next }, () =>
        call(setPriority, { integration_id, conversation_id: row.id, priority: next }),
      )
    const take = (row: InboxRow) =>
      act(row, { handler: 'team', assignee_id: user_id }, () =>
        call(takeOver, { integration_id, conversation_id: row.id }),
      )
    const giveBack = (row: InboxRow) =>
      act(row, { handler: 'assistant', assignee_id: null, waiting_since: null }, () =>
        call(handBack, { integration_id, conversation_id: row.id }),
      )
    const toTeam = (row: InboxRow, team_id: string | null) =>
      act(row, { team_id }, () => call(assignTeam, { integration_id, conversation_id: row.id, team_id }))
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
      /** Adds and removes tags in order; `sayTagged` shows the toast at the end. */
      tag: tags,
      /** @param name of the changed tag; undefined if there were several */
      sayTagged(row: InboxRow, done: Required<TagChanges>, name: string | undefined) {
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
        if (!(await take(row))) return
        toast.success(t('conversations.done_taken_over'), {
          label: t('conversations.undo'),
          // If the team already handled it, it was only assigned.
          onClick: () => void (row.handler === 'team' ? assign(row, row.assignee_id) : giveBack(row)),
        })
      },
      /** Returns the conversation to the assistant. */
      async handBack(row: InboxRow) {
        if (!(await giveBack(row))) return
        const takeAgain = async () => {
          if ((await take(row)) && row.assignee_id !== user_id) await assign(row, row.assignee_id)
        }
        toast.success(
          t('conversations.done_handed_back'),
          undo({ ...row, assignee_id: null }, () => void takeAgain()),
        )
      },
    }
  }, [t, formats, cache, integration_id, user_id, sees])
}
export type ConversationActions = ReturnType<typeof useConversationActions>
