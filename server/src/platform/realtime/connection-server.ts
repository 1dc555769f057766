import { randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { TokenBucket } from './token-bucket.ts'
import { Connection, type Host } from './connection.ts'
import { Counters } from './counters.ts'
import { serverFrame } from './frames.ts'
import type { Networks } from './networks.ts'
import type { App, Log, Timings } from './options.ts'

/** What the connection server needs from the realtime server. */
interface ServerHost extends Host {
  readonly app: App
  readonly connections: Map<string, Connection>
  readonly log: Log
  readonly networks: Networks
  readonly path: string
  readonly timings: Timings
  /** Why new connections are rejected for now; undefined if they aren't. */
  readonly busy: string | undefined
}

/**
 * A WebSocket with its connection. Handlers are shared functions that find it here: closures per connection
 * would keep the request alive and cost kilobytes each.
 */
class SocketWithConnection extends WebSocket {
  connection: Connection | undefined
}

/** Accepts or rejects connections. */
export class ConnectionServer {
  readonly #host: ServerHost
  readonly #handshakes: TokenBucket
  readonly #sockets: WebSocketServer
  readonly #attached = new Set<Server>()

  constructor(host: ServerHost) {
    this.#host = host
    this.#handshakes = new TokenBucket(host.limits.handshakes_per_s)
    const settings = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: host.limits.frame_bytes_max,
      closeTimeout: host.timings.close_within_ms,
      WebSocket: SocketWithConnection,
    }
    this.#sockets = new WebSocketServer(settings)
  }

  attach(server: Server) {
    this.#attached.add(server)
    server.on('upgrade', this.#onUpgrade)
  }

  close() {
    for (const server of this.#attached) server.off('upgrade', this.#onUpgrade)
    this.#attached.clear()
  }

  /** Upgrades on other paths are left to their listeners. If there is none, the socket must be closed. */
  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = pathOf(request)
    const prefix = `${this.#host.path}/app`
    if (path === prefix || path.startsWith(`${prefix}/`)) {
      if (this.#host.networks.takeHandshake(request))
        return this.#sockets.handleUpgrade(request, socket, head, this.#admit)
      // Rejecting before the upgrade is cheapest, and the official clients wait longer than after any close
      // code.
      Counters.count(this.#host.counters.rejected_connections, 429)
      return endWith(socket, '429 Too Many Requests', 'Retry-After: 15\r\n')
    }
    if ([...this.#attached].some((server) => server.listenerCount('upgrade') > 1)) return
    endWith(socket, '404 Not Found')
  }

  /** Other rejections come after the upgrade: the official clients only react to close codes. */
  readonly #admit = (socket: WebSocket, request: IncomingMessage) => {
    const rejection = this.#validate(request)
    if (rejection) return this.#reject(socket, request, ...rejection)
    const network = this.#host.networks.enter(request)
    if (network === undefined)
      return this.#reject(socket, request, 4100, 'Too many connections from this network')
    const connection = new Connection(this.#newId(), socket, request.socket, this.#host, network)
    if (socket instanceof SocketWithConnection) socket.connection = connection
    this.#host.connections.set(connection.id, connection)
    this.#host.counters.accepted++
    socket
      .on('message', onMessage)
      .on('ping', onPing)
      .on('pong', onPong)
      .on('error', onError)
      .on('close', onClose)
    connection.sendEvent('pusher:connection_established', {
      socket_id: connection.id,
      activity_timeout: this.#host.timings.activity_timeout_s,
    })
  }

  #reject(webSocket: WebSocket, { socket }: IncomingMessage, code: number, message: string) {
    Counters.count(this.#host.counters.rejected_connections, code)
    webSocket.on('error', ignore)
    socket.write(serverFrame('pusher:error', { code, message }))
    webSocket.close(code, message)
  }

  #validate(request: IncomingMessage): [code: number, message: string] | undefined {
    const { app, path, busy } = this.#host
    const [key = '', ...rest] = pathOf(request).slice(`${path}/app/`.length).replace(/\/$/, '').split('/')
    if (rest.length > 0) return [4005, 'Path not found']
    if (key !== app.key) return [4001, 'There is no app with this key']
    const version = new URLSearchParams(request.url?.split('?')[1]).get('protocol')
    if (version === null) return [4008, 'No protocol version supplied']
    if (!/^\d+$/.test(version)) return [4006, 'Invalid version string format']
    if (Number(version) < 5 || Number(version) > 7) return [4007, 'Unsupported protocol version']
    if (busy !== undefined) return [4100, busy]
    if (!this.#handshakes.take()) return [4100, 'Too many connections at once']
    return undefined
  }

  #newId(): string {
    const id = `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`
    return this.#host.connections.has(id) ? this.#newId() : id
  }
}

const pathOf = (request: IncomingMessage) => request.url?.split('?')[0] ?? '/'
const ignore = () => {}
/** Responds to a rejected upgrade. */
function endWith(socket: Duplex, status: string, headers = '') {
  socket.on('error', ignore)
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
const connectionOf = (socket: WebSocket) =>
  socket instanceof SocketWithConnection ? socket.connection : undefined

function onMessage(this: WebSocket, data: RawData, is_binary: boolean) {
  connectionOf(this)?.receive(data, is_binary)
}
function onPing(this: WebSocket) {
  connectionOf(this)?.pinged()
}
function onPong(this: WebSocket) {
  connectionOf(this)?.received()
}
/** Frames that violate RFC 6455; the WebSocket closes itself with 1002, 1007 or 1009. */
function onError(this: WebSocket, error: Error) {
  connectionOf(this)?.host.log.debug({ err: error }, 'realtime: a connection failed')
}
function onClose(this: WebSocket) {
  connectionOf(this)?.ended()
}
