import { EventEmitter } from 'node:events'
import { IncomingMessage, type Server } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Realtime } from '../index.ts'
import { signed } from './raw-client.ts'
import { app } from './standalone.ts'

/** Accepts upgrades without a network, for tests that need no real time. */
export class MemoryPort {
  readonly #server = new EventEmitter()

  constructor(realtime: Realtime) {
    // Only upgrades of the HTTP server are used.
    realtime.attach(this.#server as Server)
  }

  upgrade(socket: Duplex) {
    const request = new IncomingMessage(new Socket())
    Object.assign(request, { method: 'GET', url: `/app/${app.key}?protocol=7`, socket })
    Object.assign(request.headers, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    })
    this.#server.emit('upgrade', request, socket, Buffer.alloc(0))
  }
}

interface Member {
  user_id: string
  user_info: unknown
}

/** A minimal client of the protocol that trusts every message. */
export class MemoryClient {
  id = ''
  is_closed = false
  /** Its view of the members of each presence channel. */
  readonly members = new Map<string, Map<string, unknown>>()
  /** Its channels, each with the last received number of subscriptions. */
  readonly channels = new Map<string, number>()
  /** Watched users and whether they are online. */
  readonly online = new Map<string, boolean>()
  readonly received: { event: string; channel: string; data: unknown; user_id?: string }[] = []
  readonly #subscriptions = new Set<string>()
  readonly #socket: Duplex
  #bytes = Buffer.alloc(0)

  constructor(port: MemoryPort) {
    this.#socket = new Duplex({
      read: () => {},
      write: (bytes: Buffer, _encoding, done) => {
        this.#onBytes(bytes)
        done()
      },
    })
    this.#socket.on('error', () => {})
    port.upgrade(this.#socket)
  }

  join(channel: string, member?: Member) {
    this.joinSigned(channel, signed(this.id, channel, member))
  }
  /** With a signature of the server. */
  joinSigned(channel: string, signature: { auth?: string; channel_data?: string }) {
    this.#subscriptions.add(channel)
    this.#sendEvent('pusher:subscribe', { channel, ...signature })
  }
  leave(channel: string) {
    this.#subscriptions.delete(channel)
    this.members.delete(channel)
    this.channels.delete(channel)
    this.#sendEvent('pusher:unsubscribe', { channel })
  }
  signIn(data: { auth: string; user_data: string }) {
    this.#sendEvent('pusher:signin', data)
  }
  trigger(channel: string, event: string, data: unknown) {
    this.#send(0x81, JSON.stringify({ event, channel, data }))
  }
  /** Disconnects without closing. */
  drop() {
    this.is_closed = true
    this.#socket.destroy()
  }

  #sendEvent(event: string, data: unknown) {
    this.#send(0x81, JSON.stringify({ event, data }))
  }
  /** Client frames are masked; a mask of zeros is valid. */
  #send(kind: number, text: string) {
    if (this.is_closed) return
    const payload = Buffer.from(text)
    const length =
      payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
    this.#socket.push(Buffer.concat([Buffer.from([kind, ...length, 0, 0, 0, 0]), payload]))
  }

  #onBytes(bytes: Buffer) {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    if (this.#bytes[0] === 'H'.charCodeAt(0)) {
      const end = this.#bytes.indexOf('\r\n\r\n')
      if (end === -1) return
      this.#bytes = this.#bytes.subarray(end + 4)
    }
    for (;;) {
      const [kind, short] = this.#bytes
      if (kind === undefined || short === undefined) return
      const from = short < 126 ? 2 : short === 126 ? 4 : 10
      if (this.#bytes.length < from) return
      const length =
        from === 2 ? short : from === 4 ? this.#bytes.readUInt16BE(2) : Number(this.#bytes.readBigUInt64BE(2))
      if (this.#bytes.length < from + length) return
      const text = this.#bytes.toString('utf8', from, from + length)
      this.#bytes = this.#bytes.subarray(from + length)
      if (kind === 0x81) this.#receive(text)
      else if (kind === 0x89) this.#send(0x8a, '')
      else if (kind === 0x88) this.drop()
    }
  }

  #receive(text: string) {
    // The server sends only events of this shape; data of its own events is JSON in a string.
    const frame = JSON.parse(text) as { event: string; channel?: string; data: string; user_id?: string }
    const { event, channel = '' } = frame
    const data: unknown = typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data
    this.received.push({ ...frame, channel, data })
    // The fields of each event are defined by the protocol.
    const fields = data as {
      socket_id: string
      user_id: string
      user_info: unknown
      subscription_count: number
      presence?: { hash: Record<string, unknown> }
      events: { name: string; user_ids: string[] }[]
    }
    switch (event) {
      case 'pusher:connection_established':
        this.id = fields.socket_id
        break
      case 'pusher_internal:subscription_succeeded':
        if (!this.#subscriptions.has(channel)) break
        if (fields.presence) this.members.set(channel, new Map(Object.entries(fields.presence.hash)))
        this.channels.set(channel, this.channels.get(channel) ?? 0)
        break
      case 'pusher_internal:member_added':
        this.members.get(channel)?.set(fields.user_id, fields.user_info)
        break
      case 'pusher_internal:member_removed':
        if (this.members.get(channel)?.delete(fields.user_id) === false)
          throw new Error(`${fields.user_id} was removed from ${channel} without being there`)
        break
      case 'pusher_internal:subscription_count':
        if (this.channels.has(channel)) this.channels.set(channel, fields.subscription_count)
        break
      case 'pusher:subscription_error':
        this.members.delete(channel)
        this.channels.delete(channel)
        break
      case 'pusher_internal:watchlist_events':
        for (const { name, user_ids } of fields.events)
          for (const id of user_ids) this.online.set(id, name === 'online')
    }
  }
}
