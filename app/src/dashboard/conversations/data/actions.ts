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
import type { Formats } from '#platform/i18n/format.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'
import { areFieldsMissing } from './missing-fields.ts'
import { applyChange } from './row-changes.ts'
import { rowsIn } from './rows.ts'
import { type ChangeConversation, useConversationMutation } from './use-conversation-mutation.ts'

interface TagChanges {
  add?: string[]
  remove?: string[]
}

interface Workplace {
  t: Translate
  formats: Formats
  cache: QueryClient
  integration_id: string
  user_id: string
  conversation_access: ReturnType<typeof effectiveAccess>
  change: ChangeConversation
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
  const access = integration ? effectiveAccess(integration) : 'all'
  const { mutateAsync: change } = useConversationMutation()
  return useMemo(() => {
    const workplace = { t, formats, cache, integration_id, user_id, conversation_access: access, change }
    return {
      ...statusActions(workplace),
      ...assignmentActions(workplace),
      ...labelActions(workplace),
    }
  }, [t, formats, cache, integration_id, user_id, access, change])
}
export type ConversationActions = ReturnType<typeof useConversationActions>

/** Makes a change that shows immediately. Resolves to whether the server accepted it. */
type Perform = (
  row: InboxRow,
  optimistic: Partial<Conversation>,
  send: (key: { integration_id: string; conversation_id: string }) => Promise<Conversation>,
) => Promise<boolean>

const performIn =
  (workplace: Workplace): Perform =>
  async (row, optimistic, send) => {
    try {
      await workplace.change({ row, optimistic, send })
      return true
    } catch (error) {
      // Required fields must be filled before resolving.
      if (areFieldsMissing(error)) return resolveWith(workplace, row)
      toastError(error, workplace.t)
      return false
    }
  }

/** Asks for missing required fields and resolves with them. */
async function resolveWith(
  { t, cache, integration_id }: Pick<Workplace, 't' | 'cache' | 'integration_id'>,
  row: InboxRow,
  onShown?: () => void,
): Promise<boolean> {
  try {
    const { openRequiredFieldsDialog } = await import('../panel/fields-required.tsx')
    const answer = await openRequiredFieldsDialog({ integration_id, row })
    if (answer) {
      onShown?.()
      applyChange(cache, answer)
    }
    return answer !== undefined
  } catch (error) {
    toastError(error, t)
    return false
  }
}

/** Creates the undo of an action; none if the member can no longer see the conversation. */
const undoIn =
  ({ t, cache, integration_id, user_id, conversation_access }: Workplace) =>
  (after: InboxRow, onClick: () => void) => {
    const teams = cache.getQueryData<Team[]>(['teams', { integration_id }]) ?? []
    const team_ids = teams.flatMap(({ id, member_ids }) => (member_ids.includes(user_id) ? [id] : []))
    return isVisibleTo(after, { user_id, conversation_access, team_ids })
      ? { label: t('conversations.undo'), onClick }
      : undefined
  }

function statusActions(workplace: Workplace) {
  const { t, formats, cache, integration_id } = workplace
  const perform = performIn(workplace)
  const lacksFields = ({ fields }: InboxRow) =>
    cache
      .getQueryData<ConversationField[]>(['conversation-fields', { integration_id }])
      ?.some(({ id, is_required }) => is_required && fields[id] === undefined)

  /** @param onShown called as soon as the row shows the change */
  async function change(
    row: InboxRow,
    next: ConversationStatus,
    snoozed_until?: string,
    onShown?: () => void,
  ) {
    if (next === 'resolved' && lacksFields(rowsIn(cache).get(row.id) ?? row))
      return resolveWith(workplace, row, onShown)
    onShown?.()
    return perform(
      row,
      {
        status: next,
        snoozed_until: snoozed_until ?? null,
        ...(next === 'open' ? {} : { waiting_since: null }),
      },
      (key) => call(setStatus, { ...key, status: next, ...(snoozed_until ? { snoozed_until } : {}) }),
    )
  }
  const undo = (row: InboxRow) => ({
    label: t('conversations.undo'),
    // A snooze whose time has passed would be rejected; the conversation is open then anyway.
    onClick: () =>
      void (row.status === 'snoozed' && row.snoozed_until && Date.parse(row.snoozed_until) > Date.now()
        ? change(row, 'snoozed', row.snoozed_until)
        : change(row, row.status === 'snoozed' ? 'open' : row.status)),
  })
  return {
    async setStatus(row: InboxRow, next: Exclude<ConversationStatus, 'snoozed'>, onShown?: () => void) {
      const isDone = await change(row, next, undefined, onShown)
      if (isDone) toast.success(t(`conversations.done_${next}`), undo(row))
    },
    async snooze(row: InboxRow, until: Date) {
      const isDone = await change(row, 'snoozed', until.toISOString())
      if (!isDone) return
      toast.success(
        t('conversations.done_snoozed', { time: formats.dateTime(until.toISOString()) }),
        undo(row),
      )
    },
  }
}

function assignmentActions(workplace: Workplace) {
  const { t, user_id } = workplace
  const perform = performIn(workplace)
  const undo = undoIn(workplace)
  const assign = (row: InboxRow, assignee_id: string | null) =>
    perform(row, { assignee_id }, (key) => call(assignConversation, { ...key, assignee_id }))
  const toTeam = (row: InboxRow, team_id: string | null) =>
    perform(row, { team_id }, (key) => call(assignTeam, { ...key, team_id }))
  const sendTakeOver = (row: InboxRow) =>
    perform(row, { handler: 'team', assignee_id: user_id }, (key) => call(takeOver, key))
  const sendReturnToAssistant = (row: InboxRow) =>
    perform(row, { handler: 'assistant', assignee_id: null, waiting_since: null }, (key) =>
      call(handBack, key),
    )
  return {
    /** @param name of the team, for the toast */
    async assignTeam(row: InboxRow, team_id: string | null, name: string) {
      if (row.team_id === team_id || !(await toTeam(row, team_id))) return
      toast.success(
        team_id === null ? t('conversations.done_no_team') : t('conversations.done_team', { name }),
        undo({ ...row, team_id }, () => void toTeam(row, row.team_id)),
      )
    },
    /** @param name of the new assignee, for the toast */
    async assign(row: InboxRow, assignee_id: string | null, name: string) {
      if (row.assignee_id === assignee_id || !(await assign(row, assignee_id))) return
      function text() {
        if (assignee_id === null) return t('conversations.done_unassigned')
        if (assignee_id === user_id) return t('conversations.done_assigned_me')
        return t('conversations.done_assigned', { name })
      }
      const undoAssign = () => void assign(row, row.assignee_id)
      toast.success(text(), undo({ ...row, assignee_id }, undoAssign))
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
}

function labelActions(workplace: Workplace) {
  const { t, cache } = workplace
  const perform = performIn(workplace)
  const tag = (row: InboxRow, { add = [], remove = [] }: TagChanges) => {
    const { tag_ids } = rowsIn(cache).get(row.id) ?? row
    const optimistic = [...tag_ids.filter((id) => !remove.includes(id) && !add.includes(id)), ...add]
    return perform(row, { tag_ids: optimistic }, (key) => call(setTags, { ...key, add, remove }))
  }
  const priority = (row: InboxRow, next: Priority) =>
    perform(row, { priority: next }, (key) => call(setPriority, { ...key, priority: next }))
  return {
    /** Adds and removes tags in order; `toastTagged` shows the toast at the end. */
    tag,
    /** @param name of the changed tag; undefined if there were several */
    toastTagged(row: InboxRow, done: Required<TagChanges>, name: string | undefined) {
      toast.success(
        name === undefined
          ? t('conversations.done_tags')
          : t(done.add.length > 0 ? 'conversations.done_tagged' : 'conversations.done_untagged', { name }),
        {
          label: t('conversations.undo'),
          onClick: () => void tag(row, { add: done.remove, remove: done.add }),
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
  }
}
