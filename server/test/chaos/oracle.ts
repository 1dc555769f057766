import type { Cast } from './cast.ts'
import type { LetterRow, MessageRow, Tables } from './forensics.ts'
import { letterKey, type Line } from './line.ts'
import type { Sent } from './sender.ts'

/*
 * What must hold whatever was killed when. Every function returns its faults as sentences; none means that
 * the promise was kept.
 */

const nameOf = ({ conversation_id, author_id, id }: Pick<Sent, 'conversation_id' | 'author_id' | 'id'>) =>
  `${conversation_id} ${author_id} ${id}`

/** Whatever was acknowledged until now; to be taken in the moment of the kill. */
export const acknowledged = (cast: Cast): Sent[] =>
  cast.senders.flatMap(({ sent }) => sent.filter(({ seq }) => seq !== undefined)).map((sent) => ({ ...sent }))

/** Every acknowledged message is there once, with the text it had and in the place it was given. */
export function judgeAcknowledged(acked: Sent[], { messages }: Tables): string[] {
  const rows = new Map<string, MessageRow[]>()
  for (const row of messages) rows.set(nameOf(row), [...(rows.get(nameOf(row)) ?? []), row])
  return acked.flatMap((sent) => {
    const found = rows.get(nameOf(sent)) ?? []
    const [row] = found
    if (!row) return [`acknowledged message ${sent.id} is lost`]
    if (found.length > 1) return [`message ${sent.id} is there ${found.length} times`]
    if (row.body !== sent.body) return [`message ${sent.id} has another text`]
    return row.seq === sent.seq ? [] : [`message ${sent.id} was given ${sent.seq} and stands at ${row.seq}`]
  })
}

/** Nobody's message but those that were sent, and each of them at most once. */
export function judgeExtras(cast: Cast, { messages }: Tables): string[] {
  const sent = new Set(cast.senders.flatMap((sender) => sender.sent.map(nameOf)))
  const seen = new Set<string>()
  return messages
    .filter(({ author }) => author === 'contact' || author === 'member')
    .flatMap((row) => {
      const name = nameOf(row)
      if (seen.has(name)) return [`message ${row.id} is there more than once`]
      seen.add(name)
      return sent.has(name) ? [] : [`message ${row.id} was never sent`]
    })
}

/** `seq` counts 1, 2, … in every conversation, and the conversation knows its last one. */
export function judgeNumbers({ messages, conversations }: Tables): string[] {
  const faults: string[] = []
  const byConversation = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  for (const { id, last_seq, last_visitor_seq } of conversations) {
    const rows = byConversation.get(id) ?? []
    const at = rows.findIndex(({ seq }, index) => seq !== index + 1)
    if (at >= 0) faults.push(`conversation ${id} has a gap or a double before ${rows[at]?.seq}`)
    if (rows.length !== last_seq) faults.push(`conversation ${id} counts ${last_seq} and has ${rows.length}`)
    const visible = rows.findLast(({ is_visible }) => is_visible)?.seq ?? 0
    if (visible !== last_visitor_seq)
      faults.push(`conversation ${id} is wrong about what its visitor saw last`)
  }
  const numbers = new Set(conversations.map(({ integration_id, number }) => `${integration_id} ${number}`))
  if (numbers.size !== conversations.length) faults.push('two conversations have one number')
  return faults
}

/** What every receiver holds in the end is what the tables say, in their order. */
export function judgeReceivers(cast: Cast, { messages, conversations }: Tables): string[] {
  const byConversation = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  const threads = cast.held.flatMap(({ conversation_id, side, thread }) => {
    const due = (byConversation.get(conversation_id) ?? []).filter(
      ({ is_visible }) => is_visible || side === 'team',
    )
    const told = (entry: { seq: number; id: string; author: string; kind: string; body: string }) =>
      [entry.seq, entry.id, entry.author, entry.kind, entry.body].join(' ')
    const wanted = due.map(told).join('\n')
    const got = thread.messages.map(told).join('\n')
    return wanted === got
      ? []
      : [
          `the ${side} of ${conversation_id} holds ${thread.messages.length} entries, not the ${due.length} there are`,
        ]
  })
  const inboxes = cast.teams.flatMap(({ integration_id, inbox }) => {
    const row = (entry: { id: string; version: number; last_seq: number; last_message_preview: string }) =>
      [entry.id, entry.version, entry.last_seq, entry.last_message_preview].join(' ')
    const due = conversations
      .filter((conversation) => conversation.integration_id === integration_id)
      .map(row)
    const got = inbox.rows().map(row)
    return due.sort().join('\n') === got.sort().join('\n')
      ? []
      : [`the inbox of ${integration_id} is not what there is`]
  })
  return [...threads, ...inboxes]
}

/** How old a letter is when the sweep takes it for left behind; the server's own figure. */
const orphan_ms = 5_000

/** Since when each line was live on its channels; taken before the next server lets them in. */
export const liveness = (cast: Cast) => cast.lines.map((line) => ({ line, live_at: new Map(line.live_at) }))

/**
 * What a process left untold is told by the one after it: whoever was on the letter's channel before the sweep
 * could take it has heard it since.
 *
 * @param left letters that a kill left behind, and that the next server took from the table
 * @param killed_at when that kill was, ms since the epoch
 * @returns the faults, and how many pairs of letter and listener could be judged
 */
export function judgeLetters(
  left: LetterRow[],
  killed_at: number,
  alive: { line: Line; live_at: Map<string, number> }[],
): { faults: string[]; judged: number } {
  const faults: string[] = []
  let judged = 0
  for (const { channel, event, data, created_at } of left) {
    for (const { line, live_at } of alive) {
      const since = live_at.get(channel)
      // not on it in this server's life, or too late to be sure
      if (since === undefined || since < killed_at || since >= Date.parse(created_at) + orphan_ms) continue
      judged++
      if (!line.heardSince(channel, letterKey(event, data), killed_at))
        faults.push(`${event} on ${channel} was committed, left behind, and never told`)
    }
  }
  return { faults, judged }
}
