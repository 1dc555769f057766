import { eventNamespace } from '@ozvi/contract'
import type { Browser, testServer } from './server.ts'
import { openRealtimePort } from './realtime-port.ts'

type Server = Awaited<ReturnType<typeof testServer>>

/** One frame, its data decoded. */
interface Frame {
  event: string
  channel?: string
  data: unknown
}

/** Opens the server's socket, so that members of a test can be online like their pages. */
export async function openSocketServer(server: Server) {
  const { port, close } = await openRealtimePort(server)
  const sockets = new Set<WebSocket>()

  /** Opens a socket and subscribes to the channels it is authorized for. */
  function join(
    browser: Browser,
    channels: readonly string[],
    received: (frame: Frame) => void,
    authority = '/api/broadcasting/auth',
  ) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${server.ctx.secrets.realtime.key}?protocol=7`)
    sockets.add(socket)
    let socket_id = ''
    async function subscribe(channel: string) {
      const reply = await browser.request('POST', authority, { socket_id, channel_name: channel })
      if (reply.statusCode === 200)
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...reply.json() } }))
      else received({ event: 'rejected', channel, data: reply.statusCode })
    }
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data))
      const payload = typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data
      received({ ...frame, event: frame.event.replace(eventNamespace, ''), data: payload })
      if (frame.event !== 'pusher:connection_established') return
      socket_id = payload.socket_id
      for (const channel of channels) void subscribe(channel)
    })
    socket.addEventListener('close', ({ code }) => received({ event: 'closed', data: code }))
    return socket
  }

  /**
   * Like an open page of the workspace. @returns a function that closes it; resolves once they are online, or gone
   */
  async function attend(browser: Browser, integration_id: string): Promise<() => Promise<void>> {
    const channel = `presence-integration.${integration_id}`
    const before = server.ctx.presence.members(channel).length
    const socket = join(browser, [channel], () => undefined)
    const count = (expectedCount: number) =>
      server.eventually(() => server.ctx.presence.members(channel).length === expectedCount || undefined)
    await count(before + 1)
    return async () => {
      const onlineCount = server.ctx.presence.members(channel).length
      socket.close()
      sockets.delete(socket)
      await count(onlineCount - 1)
    }
  }

  /** The frames received on these channels, once each is subscribed or rejected. */
  async function listen(browser: Browser, ...channels: string[]): Promise<Frame[]> {
    const frames: Frame[] = []
    join(browser, channels, (frame) => void frames.push(frame))
    const isAnswered = ({ event }: Frame) =>
      event === 'pusher_internal:subscription_succeeded' || event === 'rejected'
    await server.eventually(() => frames.filter(isAnswered).length === channels.length || undefined)
    return frames
  }

  /** Joins a presence channel, as an open page does. @returns a function that leaves it */
  async function open(browser: Browser, channel: string): Promise<() => void> {
    const before = server.realtime.subscriptionCount(channel)
    const socket = join(browser, [channel], () => undefined)
    await server.eventually(() => server.realtime.subscriptionCount(channel) > before || undefined)
    return () => socket.close()
  }
  /** Opens a page with the chat; resolves when the connection is established. */
  async function visit({ browser, contact_id }: { browser: Browser; contact_id: string }): Promise<void> {
    const channel = `private-visitor.${contact_id}`
    join(browser, [channel], () => undefined, '/api/visitor/broadcasting/auth')
    await server.eventually(() => server.ctx.presence.isOccupied(channel) || undefined)
  }
  return {
    attend,
    listen,
    open,
    visit,
    close() {
      for (const socket of sockets) socket.close()
      close()
    },
  }
}
