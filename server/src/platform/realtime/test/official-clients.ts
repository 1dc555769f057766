import Echo from 'laravel-echo'
import PusherServer from 'pusher'
import pusherModule, { type Channel, type Options } from 'pusher-js'
import type { Member, Realtime, User } from '../index.ts'
import { app } from './standalone.ts'

// Its types describe the bundlers' default export; Node hands out the class itself.
export const Pusher = pusherModule as unknown as typeof pusherModule.default
type Pusher = InstanceType<typeof Pusher>

/** What the product's two authorisation routes answer, without the HTTP between. */
interface Authority {
  member?: Member
  user?: User
}

/** The options a page gives to pusher-js, with this server's own signatures behind its authorisation. */
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

/** The three official packages against one server; everything opened is closed with `close`. */
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

/** The first thing a channel (or user, or connection) says under that name. */
export const firstOf = <T = unknown>(
  source: { bind(event: string, callback: (data: T, metadata?: unknown) => void): unknown },
  event: string,
) => new Promise<T>((resolve) => source.bind(event, (data) => resolve(data)))

/** Waits until the server has let a client onto a channel. */
export const live = (channel: Channel) =>
  channel.subscribed ? Promise.resolve() : firstOf(channel, 'pusher:subscription_succeeded')
