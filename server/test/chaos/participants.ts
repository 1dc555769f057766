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
import { retryUntilOk, newOwner, newVisitor, type Owner, type Visitor } from './caller.ts'
import { type Address, NetworkProxy } from './network-proxy.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { type TestConnection, openConnection } from './connection.ts'
import { createSender, type Sender } from './sender.ts'
import type { ServerPlace } from './server-process.ts'
import { createThread, pageSize, type Thread } from './thread.ts'

export interface ParticipantOptions {
  owners: number
  visitors_each: number
  /** Delay between two messages of one sender. */
  pause_ms_max: number
  /** The product's current addresses, in the order in which they are tried. */
  targets: () => Address[]
  onFault: (fault: string) => void
}

/** One side's view of a conversation. */
export interface SideView {
  conversation_id: string
  side: 'team' | 'visitor'
  thread: Thread
  /** Loads all entries after a number, like a client without cached data. */
  readFresh(after_seq: number): Promise<(Message | VisitorMessage)[]>
  /** The position up to which it was compared. */
  judged_seq: number
}
/** A person's connection to the product, with a socket over it. */
interface Way {
  proxy: NetworkProxy
  line: TestConnection
}
/** The people who send and receive. */
export interface Participants {
  /** Each with their sender. */
  visitors: (Visitor & Way & { sender: Sender })[]
  senders: Sender[]
  /** The owner of each workspace: their list, and the sender that writes to all its conversations in turn. */
  teams: (Way & { integration_id: string; integration: Owner['integration']; inbox: Inbox; sender: Sender })[]
  held: SideView[]
  lines: TestConnection[]
  close(): Promise<void>
}

/** Loads to the end. */
async function readOn<M extends { seq: number }>(
  readAfter: (seq: number) => Promise<M[]>,
  after_seq: number,
): Promise<M[]> {
  const all: M[] = []
  for (;;) {
    const page = await retryUntilOk(() => readAfter(all.at(-1)?.seq ?? after_seq))
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** How often a visitor writes to their own conversation. */
const freshConversation = 0.02

/**
 * Signs all participants up, starts their conversations and subscribes to their channels. The server must be
 * ready.
 */
export async function createParticipants(
  place: ServerPlace,
  options: ParticipantOptions,
): Promise<Participants> {
  const { onFault, pause_ms_max, targets } = options
  const participants: Omit<Participants, 'close'> = {
    visitors: [],
    senders: [],
    teams: [],
    held: [],
    lines: [],
  }
  for (let n = 0; n < options.owners; n++) {
    const proxy = await NetworkProxy.open(targets)
    const owner = await newOwner({ ...place, port: proxy.port }, `owner-${n + 1}`)
    const visitors = await Promise.all(
      Array.from({ length: options.visitors_each }, async () => {
        const own = await NetworkProxy.open(targets)
        return { proxy: own, ...(await newVisitor({ ...place, port: own.port }, owner)) }
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
      participants.senders.push(sender)
      const readAfter = (after_seq: number) =>
        caller.call(listVisitorMessages, { conversation_id, after_seq, limit: pageSize })
      const thread = createThread<VisitorMessage>(readAfter, onFault)
      const line = openConnection(caller, over(visitor), '/api/visitor/broadcasting/auth', onFault)
      participants.visitors.push({ ...visitor, sender, line })
      line.follow(`private-visitor.${contact_id}`, thread.live, (event, data: VisitorMessage) => {
        if (event === 'MessageSent' && data.conversation_id === conversation_id) thread.received(data)
      })
      participants.lines.push(line)
      // The sides have different types of messages; the compared fields exist in both.
      participants.held.push({
        conversation_id,
        side: 'visitor',
        thread: thread as unknown as Thread,
        readFresh: (after_seq) => readOn(readAfter, after_seq),
        judged_seq: 0,
      })
    }
    addTeam(participants, { ...owner, proxy }, visitors, options)
  }
  return {
    ...participants,
    async close() {
      await Promise.all(participants.senders.map((sender) => sender.stop()))
      for (const line of participants.lines) line.close()
      await Promise.all([
        ...participants.held.map(({ thread }) => thread.close()),
        ...participants.teams.map(({ inbox }) => inbox.close()),
      ])
      await Promise.all([...participants.visitors, ...participants.teams].map(({ proxy }) => proxy.close()))
    },
  }
}

/** The socket's address for this person. */
const over = ({ realtime, proxy }: { realtime: RealtimeAddress; proxy: NetworkProxy }): RealtimeAddress => ({
  ...realtime,
  scheme: 'http',
  host: 'localhost',
  port: proxy.port,
})

/** The owner writes to every conversation, and has all of them and the list open. */
function addTeam(
  participants: Omit<Participants, 'close'>,
  owner: Owner & { proxy: NetworkProxy },
  visitors: Visitor[],
  { onFault, pause_ms_max }: ParticipantOptions,
) {
  const { caller, user, integration, proxy } = owner
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
  participants.senders.push(sender)
  const line = openConnection(
    caller,
    over({ realtime: first.realtime, proxy }),
    '/api/broadcasting/auth',
    onFault,
  )
  participants.teams.push({ integration_id, integration, inbox, sender, proxy, line })
  participants.lines.push(line)
  line.follow(`presence-integration.${integration_id}`, inbox.live, (event, data: Conversation) => {
    if (event === 'ConversationChanged') inbox.received(data)
  })
  for (const { conversation_id } of visitors) {
    const readAfter = (after_seq: number) =>
      caller.call(listMessages, { integration_id, conversation_id, after_seq, limit: pageSize })
    const thread = createThread<Message>(readAfter, onFault)
    line.follow(`presence-conversation.${conversation_id}`, thread.live, (event, data: Message) => {
      if (event === 'MessageSent') thread.received(data)
    })
    participants.held.push({
      conversation_id,
      side: 'team',
      thread: thread as unknown as Thread,
      readFresh: (after_seq) => readOn(readAfter, after_seq),
      judged_seq: 0,
    })
  }
}
