import {
  type ActiveScenario,
  conversationChanged,
  conversationChannel,
  conversationHidden,
  messageSent,
  visitorConversationChanged,
  type VisitorMessage,
  visitorMessageSent,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { emitVisibilityChange } from '#features/contacts'
import { type PublicProfile, publicProfileOf, findPublicProfile } from '#features/integrations'
import { activeScenario, findActiveScenario } from '#features/scenarios'
import { audienceFor } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import {
  toConversation,
  toMessage,
  toVisitorConversation,
  toVisitorMessage,
  type UpdatedConversation,
  type MessageRow,
  visitorOf,
} from '../record/rows.ts'
import { reaction } from './reaction.ts'

export const emitToTeam = reaction({
  name: 'emit the message to the team',
  async run(_ctx, tx, { key, conversation, message }) {
    tx.emit(messageSent, toMessage(message), key, audienceFor(conversation))
  },
})

/** Includes the public avatar of a member. */
export const emitToVisitor = reaction<PublicProfile | null>({
  name: 'emit the message to the visitor',
  read: ({ key, entry: { author, author_id, is_visible } }) =>
    author === 'member' && author_id && is_visible
      ? publicProfileOf(key.integration_id, sql`${author_id}::uuid`)
      : undefined,
  when: ({ entry }) => entry.is_visible,
  async run(_ctx, tx, { conversation, message }, author) {
    tx.emit(visitorMessageSent, toVisitorMessage({ ...message, author_avatar: author?.avatar_id }), {
      visitor_id: visitorOf(conversation),
    })
  },
})

/** What the events need besides the row. */
interface Emitted {
  assignee: PublicProfile | null | undefined
  active_scenario: ActiveScenario | null | undefined
}
export const emitConversation = reaction<Emitted>({
  name: 'emit the conversation',
  read: ({ key }) => sql`json_build_object(
    'assignee', ${publicProfileOf(key.integration_id, sql`conversation.assignee_id`)},
    'active_scenario', ${activeScenario})`,
  run: (_ctx, tx, { conversation }, emitted) => emitWith(tx, conversation, emitted),
})

/** Emits the change to the team and, as far as it concerns them, to the visitor. */
export async function emitConversationChanged(tx: Tx, row: UpdatedConversation): Promise<void> {
  const { integration_id, id: conversation_id, assignee_id, handler } = row
  await emitWith(tx, row, {
    assignee: assignee_id ? await findPublicProfile(tx, integration_id, assignee_id) : null,
    active_scenario:
      handler === 'scenario' ? await findActiveScenario(tx, { integration_id, conversation_id }) : null,
  })
}

async function emitWith(
  tx: Tx,
  row: UpdatedConversation,
  { assignee, active_scenario }: Partial<Emitted> = {},
): Promise<void> {
  const { integration_id } = row
  const conversation = { ...toConversation(row), ...(active_scenario ? { active_scenario } : {}) }
  tx.emit(conversationChanged, conversation, conversation, audienceFor(row))
  emitHidden(tx, row)
  if (row.moves_reach) await emitVisibilityChange(tx, { integration_id, contact_id: row.contact_id })
  if (row.last_visitor_seq === 0) return // started by the team, nothing sent to the customer yet
  tx.emit(
    visitorConversationChanged,
    toVisitorConversation({
      ...row,
      assignee_name: assignee?.name ?? null,
      assignee_avatar: assignee?.avatar_id,
    }),
    { visitor_id: visitorOf(row) },
  )
}

/** Notifies members who can't see the conversation (anymore), so their clients remove it. */
function emitHidden(
  tx: Tx,
  { integration_id, id: conversation_id, version, hidden_from }: UpdatedConversation,
) {
  if (!hidden_from) return
  const hidden = { integration_id, conversation_id, version }
  tx.emit(conversationHidden, hidden, hidden, { only: hidden_from })
  tx.evict(conversationChannel({ conversation_id }), hidden_from)
}

/** Adds the author's public avatar to a message. */
export async function forVisitor(db: Db, row: MessageRow): Promise<VisitorMessage> {
  const profile =
    row.author === 'member' ? await findPublicProfile(db, row.integration_id, row.author_id) : undefined
  return toVisitorMessage({ ...row, author_avatar: profile?.avatar_id })
}
