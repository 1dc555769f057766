import type { Message } from '@ozvi/contract'
import type { Participants, SideView } from './participants.ts'
import type { OutboxRow, MessageRow, Tables } from './dump.ts'
import { eventKey, type TestConnection } from './connection.ts'
import type { Sent } from './sender.ts'

/*
 * Guarantees that hold after any faults. Every function returns the violated ones, or none.
 */

/** A violated guarantee, with a sentence that describes it. */
export interface Breach {
  kind: 'lost' | 'doubled' | 'disorder' | 'other'
  what: string
}
const breach = (kind: Breach['kind'], what: string): Breach => ({ kind, what })

const nameOf = ({ conversation_id, author_id, id }: Pick<Sent, 'conversation_id' | 'author_id' | 'id'>) =>
  `${conversation_id} ${author_id} ${id}`

/** All messages acknowledged until now; called at the moment of the kill. */
export const acknowledged = (participants: Participants): Sent[] =>
  participants.senders
    .flatMap(({ sent }) => sent.filter(({ seq }) => seq !== undefined))
    .map((sent) => ({ ...sent }))

/** Every acknowledged message exists once, with its text and position. */
export function checkAcknowledged(acked: Sent[], { messages }: Pick<Tables, 'messages'>): Breach[] {
  const rows = new Map<string, MessageRow[]>()
  for (const row of messages) rows.set(nameOf(row), [...(rows.get(nameOf(row)) ?? []), row])
  return acked.flatMap((sent) => {
    const matches = rows.get(nameOf(sent)) ?? []
    const [row] = matches
    if (!row) return [breach('lost', `acknowledged message ${sent.id} is lost`)]
    if (matches.length > 1) return [breach('doubled', `message ${sent.id} is there ${matches.length} times`)]
    if (row.body !== sent.body) return [breach('lost', `message ${sent.id} has another text`)]
    if (row.seq === sent.seq) return []
    return [breach('disorder', `message ${sent.id} was given ${sent.seq} and stands at ${row.seq}`)]
  })
}

/** Only messages that were sent, each at most once. */
export function checkExtras(participants: Participants, { messages }: Tables): Breach[] {
  const sent = new Set(participants.senders.flatMap((sender) => sender.sent.map(nameOf)))
  const seen = new Set<string>()
  return messages
    .filter(({ author }) => author === 'contact' || author === 'member')
    .flatMap((row) => {
      const name = nameOf(row)
      if (seen.has(name)) return [breach('doubled', `message ${row.id} is there more than once`)]
      seen.add(name)
      return sent.has(name) ? [] : [breach('other', `message ${row.id} was never sent`)]
    })
}

/** `seq` counts 1, 2, … in every conversation, and the conversation stores the last one. */
export function checkNumbers({ messages, conversations }: Tables): Breach[] {
  const faults: Breach[] = []
  const byConversation = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  for (const { id, last_seq, last_visitor_seq } of conversations) {
    const rows = byConversation.get(id) ?? []
    const at = rows.findIndex(({ seq }, index) => seq !== index + 1)
    if (at >= 0)
      faults.push(breach('disorder', `conversation ${id} has a gap or a double before ${rows[at]?.seq}`))
    if (rows.length !== last_seq)
      faults.push(breach('disorder', `conversation ${id} counts ${last_seq} and has ${rows.length}`))
    const visible = rows.findLast(({ is_visible }) => is_visible)?.seq ?? 0
    if (visible !== last_visitor_seq)
      faults.push(breach('other', `conversation ${id} is wrong about what its visitor saw last`))
  }
  const numbers = new Set(conversations.map(({ integration_id, number }) => `${integration_id} ${number}`))
  if (numbers.size !== conversations.length)
    faults.push(breach('doubled', 'two conversations have one number'))
  return faults
}

type Entry = Pick<Message, 'seq' | 'id' | 'author' | 'kind' | 'body'>
const comparable = (entry: Entry) => [entry.seq, entry.id, entry.author, entry.kind, entry.body].join(' ')

/** Compares a list with the expected one, in order; `whose` names its owner. */
function checkList(whose: string, got: Entry[], due: Entry[]): Breach[] {
  if (got.map(comparable).join('\n') === due.map(comparable).join('\n')) return []
  const ids = got.map(({ id, author }) => `${author} ${id}`)
  const words = `${whose} holds ${got.length} entries, not the ${due.length} there are`
  if (new Set(ids).size < ids.length) return [breach('doubled', words)]
  return [breach(got.length < due.length ? 'lost' : 'disorder', words)]
}
const whose = ({ side, conversation_id }: SideView) => `the ${side} of ${conversation_id}`

/** At the end every receiver has the contents of the tables, in the same order. */
export function checkReceivers(participants: Participants, { messages, conversations }: Tables): Breach[] {
  const byConversation = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  const threads = participants.held.flatMap((views) => {
    const rows = byConversation.get(views.conversation_id) ?? []
    const due = rows.filter(({ is_visible }) => is_visible || views.side === 'team')
    return checkList(whose(views), views.thread.messages, due)
  })
  const inboxes = participants.teams.flatMap(({ integration_id, inbox }) => {
    const row = (entry: { id: string; version: number; last_seq: number; last_message_preview: string }) =>
      [entry.id, entry.version, entry.last_seq, entry.last_message_preview].join(' ')
    const due = conversations
      .filter((conversation) => conversation.integration_id === integration_id)
      .map(row)
    const got = inbox.rows().map(row)
    return due.sort().join('\n') === got.sort().join('\n')
      ? []
      : [breach('other', `the inbox of ${integration_id} is not what there is`)]
  })
  return [...threads, ...inboxes]
}

/**
 * During traffic: every receiver's thread equals what a fresh client loads, as far as both go, and contains the
 * acknowledged messages. Each call continues where the last one ended.
 */
export async function checkFresh(participants: Participants, acked: Sent[]): Promise<Breach[]> {
  const judged = await Promise.all(
    participants.held.map(async (views) => {
      const { thread, side, conversation_id } = views
      const refetched = await views.readFresh(views.judged_seq)
      const newMessages = thread.messages.filter(({ seq }) => seq > views.judged_seq)
      const both = Math.min(refetched.length, newMessages.length)
      const due = refetched.slice(0, both)
      const numbers = due.every(({ seq }, index) => seq === views.judged_seq + index + 1)
      const upTo = due.at(-1)?.seq ?? views.judged_seq
      const promised = acked.filter(
        (sent) => sent.conversation_id === conversation_id && (sent.seq ?? 0) > views.judged_seq,
      )
      const breaches = [
        ...checkList(whose(views), newMessages.slice(0, both), due),
        ...(numbers || side === 'visitor' ? [] : [breach('disorder', `${whose(views)} has a gap`)]),
        ...promised.flatMap((sent) => {
          const matches = due.filter(({ id }) => id === sent.id)
          if ((sent.seq ?? 0) <= upTo && matches.length === 1 && matches[0]?.seq === sent.seq) return []
          const words = `${sent.id} of ${sent.seq} is ${matches.length} times before ${whose(views)}`
          return [breach(matches.length > 1 ? 'doubled' : matches[0] ? 'disorder' : 'lost', words)]
        }),
      ]
      views.judged_seq = upTo
      return breaches
    }),
  )
  return judged.flat()
}

/** The age at which the server treats an event as left behind, from the server's code. */
const orphan_ms = 5_000

/** When each socket became live on its channels; recorded before the next server accepts connections. */
export const liveness = (participants: Participants) =>
  participants.lines.map((line) => ({ line, live_at: new Map(line.live_at) }))

/**
 * Events that a process left unpublished are published by the next one: every client that was on the channel before
 * that must have received them.
 *
 * @param remaining events that a kill left behind, and that the next server took from the table
 * @param killed_at time of the kill, ms since the epoch
 * @returns the violations, and the number of pairs of event and listener that could be checked
 */
export function checkOutboxEvents(
  remaining: OutboxRow[],
  killed_at: number,
  alive: { line: TestConnection; live_at: Map<string, number> }[],
): { faults: Breach[]; judged: number } {
  const faults: Breach[] = []
  let judged = 0
  for (const { channel, event, data, created_at } of remaining) {
    for (const { line, live_at } of alive) {
      const since = live_at.get(channel)
      // not subscribed during this server's run, or too late to be sure
      if (since === undefined || since < killed_at || since >= Date.parse(created_at) + orphan_ms) continue
      judged++
      if (!line.heardSince(channel, eventKey(event, data), killed_at))
        faults.push(breach('lost', `${event} on ${channel} was committed, left behind, and never told`))
    }
  }
  return { faults, judged }
}
