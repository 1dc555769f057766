import {
  listMessages,
  listVisitorMessages,
  type Message,
  sendMessage,
  sendVisitorMessage,
  type VisitorMessage,
} from '@ozvi/contract'
import { Pusher } from '#platform/realtime/test/official-clients.ts'
import { type Caller, newOwner, newVisitor } from '../chaos/caller.ts'
import { createThread, pageSize, type Thread } from '../chaos/thread.ts'
import type { Cluster, ServerNode } from './cluster.ts'

export type Socket = InstanceType<typeof Pusher>

/** A real pusher-js client with its socket at one node; authorization requests go to either node. */
function openSocket(key: string, { port }: ServerNode, caller: Caller, auth_path: string): Socket {
  return new Pusher(key, {
    cluster: '',
    wsHost: 'localhost',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    enableStats: false,
    channelAuthorization: {
      endpoint: auth_path,
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) =>
        void caller.authorize(auth_path, socketId, channelName).then(
          (auth) => (auth ? done(null, auth) : done(new Error('rejected'), null)),
          (error: Error) => done(error, null),
        ),
    },
  })
}

/** Follows a channel like a page: the thread is loaded when the channel becomes live, then events are applied. */
function follow<M extends Message | VisitorMessage>(socket: Socket, channel: string, thread: Thread<M>) {
  const subscribed = socket.subscribe(channel)
  return new Promise<void>((resolve, reject) => {
    subscribed.bind('pusher:subscription_succeeded', () => {
      thread.live()
      resolve()
    })
    subscribed.bind('pusher:subscription_error', reject)
    subscribed.bind('App\\Events\\MessageSent', (message: M) => thread.received(message))
  })
}

/** An owner and a visitor in one conversation, each with a socket at each node. */
export async function meet(cluster: Cluster) {
  const faults: string[] = []
  const onFault = (fault: string) => void faults.push(fault)
  const owner = await newOwner(cluster.place, 'owner')
  const visitor = await newVisitor(cluster.place, owner)
  const { conversation_id, contact_id, integration_id } = visitor
  // A new connection per request, which can reach the other node.
  for (const { caller } of [owner, visitor]) caller.headers['connection'] = 'close'
  const write = {
    member: (body: string) =>
      owner.caller.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body }),
    visitor: (body: string) =>
      visitor.caller.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      }),
  }
  await write.visitor('Hello?')
  // A member has taken over, so nothing automatic is sent from here on.
  await write.member('Hello!')
  const sockets: Socket[] = []
  const views: { side: 'member' | 'visitor'; thread: Thread }[] = []
  for (const node of [cluster.a, cluster.b]) {
    const team = createThread<Message>(
      (after_seq) =>
        owner.caller.call(listMessages, { integration_id, conversation_id, after_seq, limit: pageSize }),
      onFault,
    )
    const thread = createThread<VisitorMessage>(
      (after_seq) =>
        visitor.caller.call(listVisitorMessages, { conversation_id, after_seq, limit: pageSize }),
      onFault,
    )
    const at_work = openSocket(cluster.key, node, owner.caller, '/api/broadcasting/auth')
    const at_home = openSocket(cluster.key, node, visitor.caller, '/api/visitor/broadcasting/auth')
    sockets.push(at_work, at_home)
    await follow(at_work, `presence-conversation.${conversation_id}`, team)
    await follow(at_home, `private-visitor.${contact_id}`, thread)
    // The compared fields exist in both types.
    views.push(
      { side: 'member', thread: team as unknown as Thread },
      { side: 'visitor', thread: thread as unknown as Thread },
    )
  }
  return {
    owner,
    visitor,
    write,
    sockets,
    views,
    faults,
    /** Message bodies in the table, for each side's view. */
    async due() {
      const { rows } = await cluster.database.pool.query<{ body: string; is_visible: boolean }>(
        'select body, is_visible from message where conversation_id = $1 order by seq',
        [conversation_id],
      )
      return views.map(({ side }) =>
        rows.filter(({ is_visible }) => side === 'member' || is_visible).map(({ body }) => body),
      )
    },
    areMembersSubscribed: () =>
      sockets
        .filter((_, nth) => nth % 2 === 0)
        .map((socket) => socket.channel(`presence-conversation.${conversation_id}`).subscribed),
    held: () => views.map(({ thread }) => thread.messages.map(({ body }) => body)),
    async close() {
      for (const socket of sockets) socket.disconnect()
      await Promise.all(views.map(({ thread }) => thread.close()))
    },
  }
}
export type People = Awaited<ReturnType<typeof meet>>
