import {
  type Conversation,
  listMessages,
  listVisitorMessages,
  type Message,
  sendMessage,
  sendVisitorMessage,
  type VisitorMessage,
} from '@ozvi/contract'
import { newOwner, newVisitor, type Owner, type Visitor } from './caller.ts'
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
  onFault: (fault: string) => void
}

/** One side of one conversation, as somebody holds it. */
export interface Held {
  conversation_id: string
  side: 'team' | 'visitor'
  thread: Thread
}
/** Everybody who writes and listens. */
export interface Cast {
  /** With the sender each of them is. */
  visitors: (Visitor & { sender: Sender })[]
  senders: Sender[]
  /** The owner of each workspace: the list they hold, and the sender who writes into all of it in turn. */
  teams: { integration_id: string; inbox: Inbox; sender: Sender }[]
  held: Held[]
  lines: Line[]
  close(): Promise<void>
}

/** How often a visitor turns to a conversation of its own. */
const freshConversation = 0.02

/** Signs everybody up, begins their conversations and puts them on their channels. The server must be ready. */
export async function assemble(place: ServerPlace, options: CastOptions): Promise<Cast> {
  const { onFault, pause_ms_max } = options
  const cast: Omit<Cast, 'close'> = {
    visitors: [],
    senders: [],
    teams: [],
    held: [],
    lines: [],
  }
  for (let n = 0; n < options.owners; n++) {
    const owner = await newOwner(place, `owner-${n + 1}`)
    const visitors = await Promise.all(
      Array.from({ length: options.visitors_each }, () => newVisitor(place, owner)),
    )
    for (const visitor of visitors) {
      const { caller, contact_id, conversation_id, realtime } = visitor
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
      cast.visitors.push({ ...visitor, sender })
      const thread = createThread<VisitorMessage>(
        (after_seq) => caller.call(listVisitorMessages, { conversation_id, after_seq, limit: pageSize }),
        onFault,
      )
      const line = openLine(caller, realtime, '/api/visitor/broadcasting/auth', onFault)
      line.follow(`private-visitor.${contact_id}`, thread.live, (event, data: VisitorMessage) => {
        if (event === 'MessageSent' && data.conversation_id === conversation_id) thread.hear(data)
      })
      cast.lines.push(line)
      // Each side's thread takes its own kind of message; what is compared later, both have.
      cast.held.push({ conversation_id, side: 'visitor', thread: thread as unknown as Thread })
    }
    addTeam(cast, owner, visitors, options)
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
    },
  }
}

/** The owner writes into every conversation, has all of them open, and the list beside them. */
function addTeam(
  cast: Omit<Cast, 'close'>,
  owner: Owner,
  visitors: Visitor[],
  { onFault, pause_ms_max }: CastOptions,
) {
  const { caller, user, integration } = owner
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
  cast.teams.push({ integration_id, inbox, sender })
  const line = openLine(caller, first.realtime, '/api/broadcasting/auth', onFault)
  cast.lines.push(line)
  line.follow(`presence-integration.${integration_id}`, inbox.live, (event, data: Conversation) => {
    if (event === 'ConversationChanged') inbox.hear(data)
  })
  for (const { conversation_id } of visitors) {
    const thread = createThread<Message>(
      (after_seq) =>
        caller.call(listMessages, { integration_id, conversation_id, after_seq, limit: pageSize }),
      onFault,
    )
    line.follow(`presence-conversation.${conversation_id}`, thread.live, (event, data: Message) => {
      if (event === 'MessageSent') thread.hear(data)
    })
    cast.held.push({ conversation_id, side: 'team', thread: thread as unknown as Thread })
  }
}
