import Echo from 'laravel-echo'
import PusherServer from 'pusher'
import pusherModule, { type Channel, type Options } from 'pusher-js'
import type { Member, Realtime, User } from '../index.ts'
import { app } from './standalone.ts'

// Its types describe the bundlers' default export; in Node the module is the class itself.
export const Pusher = pusherModule as unknown as typeof pusherModule.default
type Pusher = InstanceType<typeof Pusher>

/** The replies of the product's two authorization routes, without HTTP. */
interface Authority {
  member?: Member
  user?: User
}

/** The options of pusher-js on a page, with this server's signatures as authorization. */
export function pageOptions(realtime: Realtime, port: number, { member, user }: Authority = {}): Options {
  return {
    cluster: 'none',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    enableStats: false,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        try {
          done(
            null,
            realtime.signChannel(
              socketId,
              channelName,
              channelName.startsWith('presence-') ? member : undefined,
            ),
          )
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)), null)
        }
      },
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId }, done) =>
        done(null, realtime.signUser(socketId, user ?? { id: 'nobody' })),
    },
  }
}

/** The three official packages connected to one server; `close` closes everything. */
export function officialClients(realtime: Realtime, port: number) {
  const open: Pusher[] = []
  const pusher = (authority?: Authority, more?: Partial<Options>) => {
    const client = new Pusher(app.key, { ...pageOptions(realtime, port, authority), ...more })
    open.push(client)
    return client
  }
  return {
    pusher,
    echo(authority?: Authority) {
      return new Echo<'reverb'>({ broadcaster: 'reverb', key: app.key, client: pusher(authority) })
    },
    api: new PusherServer({
      appId: app.id,
      key: app.key,
      secret: app.secret,
      host: '127.0.0.1',
      port: String(port),
      useTLS: false,
      encryptionMasterKeyBase64: Buffer.alloc(32, 7).toString('base64'),
    }),
    close: () => {
      for (const client of open) client.disconnect()
    },
  }
}

/** The first event of that name on a channel, user or connection. */
export const firstOf = <T = unknown>(
  source: { bind(event: string, callback: (data: T, metadata?: unknown) => void): unknown },
  event: string,
) => new Promise<T>((resolve) => source.bind(event, (data) => resolve(data)))

/** Waits until a subscription has succeeded. */
export const live = (channel: Channel) =>
  channel.subscribed ? Promise.resolve() : firstOf(channel, 'pusher:subscription_succeeded')
