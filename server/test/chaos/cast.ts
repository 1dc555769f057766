import {
  type Conversation,
  listMessages,
  listVisitorMessages,
  type Message,
  type RealtimeAddress,
  sendMessage,
  sendVisitorMessage,
  type VisitorMessage,
} from '@ozvi/contract'
import { insist, newOwner, newVisitor, type Owner, type Visitor } from './caller.ts'
import { type Address, Gate } from './gate.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { type Line, openLine } from './line.ts'
import { createSender, type Sender } from './sender.ts'
import type { ServerPlace } from './server-process.ts'
import { createThread, pageSize, type Thread } from './thread.ts'

export interface CastOptions {
  owners: number
  visitors_each: number
  /** Between two messages of one sender. */
  pause_ms_max: number
  /** Where the product is to be reached now, in the order in which it is tried. */
  targets: () => Address[]
  onFault: (fault: string) => void
}

/** One side of one conversation, as somebody holds it. */
export interface Held {
  conversation_id: string
  side: 'team' | 'visitor'
  thread: Thread
  /** All entries after a number, as somebody gets them who holds nothing. */
  readFresh(after_seq: number): Promise<(Message | VisitorMessage)[]>
  /** How far it was compared with that. */
  judged_seq: number
}
/** One person's way to the product, and the socket that goes over it. */
interface Way {
  gate: Gate
  line: Line
}
/** Everybody who writes and listens. */
export interface Cast {
  /** With the sender each of them is. */
  visitors: (Visitor & Way & { sender: Sender })[]
  senders: Sender[]
  /** The owner of each workspace: the list they hold, and the sender who writes into all of it in turn. */
  teams: (Way & { integration_id: string; integration: Owner['integration']; inbox: Inbox; sender: Sender })[]
  held: Held[]
  lines: Line[]
  close(): Promise<void>
}

/** Reads to the end. */
async function readOn<M extends { seq: number }>(
  readAfter: (seq: number) => Promise<M[]>,
  after_seq: number,
): Promise<M[]> {
  const all: M[] = []
  for (;;) {
    const page = await insist(() => readAfter(all.at(-1)?.seq ?? after_seq))
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** How often a visitor turns to a conversation of its own. */
const freshConversation = 0.02

/** Signs everybody up, begins their conversations and puts them on their channels. The server must be ready. */
export async function assemble(place: ServerPlace, options: CastOptions): Promise<Cast> {
  const { onFault, pause_ms_max, targets } = options
  const cast: Omit<Cast, 'close'> = {
    visitors: [],
    senders: [],
    teams: [],
    held: [],
    lines: [],
  }
  for (let n = 0; n < options.owners; n++) {
    const gate = await Gate.open(targets)
    const owner = await newOwner({ ...place, port: gate.port }, `owner-${n + 1}`)
    const visitors = await Promise.all(
      Array.from({ length: options.visitors_each }, async () => {
        const own = await Gate.open(targets)
        return { gate: own, ...(await newVisitor({ ...place, port: own.port }, owner)) }
      }),
    )
    for (const visitor of visitors) {
      const { caller, contact_id, conversation_id } = visitor
      const sender = createSender({
        author_id: contact_id,
        conversation: () =>
          sender.sent.length > 0 && Math.random() < freshConversation ? crypto.randomUUID() : conversation_id,
        send: ({ conversation_id, id, body }, signal) =>
          caller.call(sendVisitorMessage, { conversation_id, id, body, locale: 'en' }, { signal }),
        pause_ms_max,
        onFault,
      })
      await sender.sendOne() // the conversation exists from here on
      cast.senders.push(sender)
      const readAfter = (after_seq: number) =>
        caller.call(listVisitorMessages, { conversation_id, after_seq, limit: pageSize })
      const thread = createThread<VisitorMessage>(readAfter, onFault)
      const line = openLine(caller, over(visitor), '/api/visitor/broadcasting/auth', onFault)
      cast.visitors.push({ ...visitor, sender, line })
      line.follow(`private-visitor.${contact_id}`, thread.live, (event, data: VisitorMessage) => {
        if (event === 'MessageSent' && data.conversation_id === conversation_id) thread.hear(data)
      })
      cast.lines.push(line)
      // Each side's thread takes its own kind of message; what is compared later, both have.
      cast.held.push({
        conversation_id,
        side: 'visitor',
        thread: thread as unknown as Thread,
        readFresh: (after_seq) => readOn(readAfter, after_seq),
        judged_seq: 0,
      })
    }
    addTeam(cast, { ...owner, gate }, visitors, options)
  }
  return {
    ...cast,
    async close() {
      await Promise.all(cast.senders.map((sender) => sender.stop()))
      for (const line of cast.lines) line.close()
      await Promise.all([
        ...cast.held.map(({ thread }) => thread.close()),
        ...cast.teams.map(({ inbox }) => inbox.close()),
      ])
      await Promise.all([...cast.visitors, ...cast.teams].map(({ gate }) => gate.close()))
    },
  }
}

/** The socket's address as this person reaches it. */
const over = ({ realtime, gate }: { realtime: RealtimeAddress; gate: Gate }): RealtimeAddress => ({
  ...realtime,
  scheme: 'http',
  host: 'localhost',
  port: gate.port,
})

/** The owner writes into every conversation, has all of them open, and the list beside them. */
function addTeam(
  cast: Omit<Cast, 'close'>,
  owner: Owner & { gate: Gate },
  visitors: Visitor[],
  { onFault, pause_ms_max }: CastOptions,
) {
  const { caller, user, integration, gate } = owner
  const integration_id = integration.id
  const [first] = visitors
  if (!first) return
  const inbox = createInbox(owner)
  let turn = 0
  const sender = createSender({
    author_id: user.id,
    conversation: () => {
      const rows = inbox.rows()
      return rows[turn++ % rows.length]?.id ?? first.conversation_id
    },
    send: ({ conversation_id, id, body }, signal) =>
      caller.call(sendMessage, { integration_id, conversation_id, id, body }, { signal }),
    pause_ms_max,
    onFault,
  })
  cast.senders.push(sender)
  const line = openLine(caller, over({ realtime: first.realtime, gate }), '/api/broadcasting/auth', onFault)
  cast.teams.push({ integration_id, integration, inbox, sender, gate, line })
  cast.lines.push(line)
  line.follow(`presence-integration.${integration_id}`, inbox.live, (event, data: Conversation) => {
    if (event === 'ConversationChanged') inbox.hear(data)
  })
  for (const { conversation_id } of visitors) {
    const readAfter = (after_seq: number) =>
      caller.call(listMessages, { integration_id, conversation_id, after_seq, limit: pageSize })
    const thread = createThread<Message>(readAfter, onFault)
    line.follow(`presence-conversation.${conversation_id}`, thread.live, (event, data: Message) => {
      if (event === 'MessageSent') thread.hear(data)
    })
    cast.held.push({
      conversation_id,
      side: 'team',
      thread: thread as unknown as Thread,
      readFresh: (after_seq) => readOn(readAfter, after_seq),
      judged_seq: 0,
    })
  }
}
