/*
 * Many clients on one backend. Each client believes it has a PostgreSQL session, but all share PGlite's only
 * one. This file keeps them apart:
 * - what a client sends up to a Sync is one unit and runs alone; an open transaction owns the backend until
 * it ends;
 * - prepared statements carry the session's number in their name, and are closed with the session;
 * - notifications are cut out of the reply they arrive in and sent to the sessions that listen.
 * Session settings are *not* kept apart: use SET LOCAL.
 */
import {
  type ClientConnection,
  openSession,
  namespaceStatements,
  readStatement,
  type Session,
  type MessageBatch,
  unlisten,
} from './session.ts'
import {
  closeStatement,
  commandComplete,
  copyFail,
  endsReady,
  errorResponse,
  greeting,
  hasMessage,
  readText,
  readyForQuery,
  simpleQuery,
  sync,
  extractMessages,
  typeOf,
} from './wire-format.ts'

/** The single session underneath. */
export interface Backend {
  /** Runs protocol messages and resolves with the complete reply. A rejection means the backend is dead. */
  run(messages: Uint8Array): Promise<Buffer>
  isInTransaction(): boolean
}

interface BridgeOptions {
  server_version: string
  /** A transaction that sends nothing for this long is rolled back, and its client disconnected. */
  idle_transaction_ms: number
  /** Called before a unit runs with its time limit (0: none), and with `undefined` after it. */
  onRunning(limit_ms: number | undefined): void
  statement_limit_ms: number
  onBroken(error: unknown): void
}

const sslRequest = 80877103
const gssRequest = 80877104
const cancelRequest = 80877102

const copyError = 'the embedded database takes no COPY FROM STDIN; insert the rows instead'
/** Puts clients on one backend. */
export class Bridge {
  readonly #backend: Backend
  readonly #options: BridgeOptions
  readonly #sessions = new Set<Session>()
  /** One entry per waiting unit, first come first served. */
  readonly #ready: Session[] = []
  #holder: Session | undefined
  #is_running = false
  #last_id = 0
  #idle_timer: NodeJS.Timeout | undefined

  constructor(backend: Backend, options: BridgeOptions) {
    this.#backend = backend
    this.#options = options
  }

  /** @returns functions to call with the client's bytes and when it disconnects */
  connect(connection: ClientConnection) {
    const session = openSession(++this.#last_id, connection)
    this.#sessions.add(session)
    return {
      receive: (chunk: Uint8Array) => this.#receive(session, chunk),
      gone: () => this.#end(session),
    }
  }

  /** UNLISTEN is answered here: the shared session keeps listening for the others. */
  #answeredHere(session: Session, sql: string): boolean {
    if (!unlisten(session, sql)) return false
    const status = this.#holder === session ? 'T' : 'I'
    session.client.send(Buffer.concat([commandComplete('UNLISTEN'), readyForQuery(status)]))
    return true
  }

  #takeStartup(session: Session): boolean {
    if (session.inbox.length < 8) return false
    const length = session.inbox.readInt32BE(0)
    if (session.inbox.length < length) return false
    const code = session.inbox.readInt32BE(4)
    session.inbox = session.inbox.subarray(length)
    if (code === cancelRequest) {
      session.client.close()
      this.#end(session)
    } else if (code === sslRequest || code === gssRequest) {
      session.client.send(Buffer.from('N'))
    } else {
      session.has_started = true
      session.client.send(greeting(session.id, this.#options.server_version))
    }
    return true
  }

  #take(session: Session, bytes: Buffer) {
    const type = typeOf(bytes)
    if (type === 'X') return this.#end(session)
    if ('dcf'.includes(type)) return // rows of a rejected COPY
    if (type === 'Q') {
      const sql = readText(bytes, 5).text
      if (this.#answeredHere(session, sql)) return
      readStatement(session, sql)
    } else if (type === 'P') {
      readStatement(session, readText(bytes, readText(bytes, 5).next).text)
    }
    session.unit.push(namespaceStatements(session, bytes))
    if (session.may_copy && (type === 'Q' || type === 'E')) session.unit.push(copyFail(copyError))
    if (!'QSHF'.includes(type)) return
    session.units.push({ bytes: Buffer.concat(session.unit), is_partial: type === 'H' })
    session.unit = []
    this.#ready.push(session)
    if (!this.#is_running) void this.#pump()
  }

  #receive(session: Session, chunk: Uint8Array) {
    session.inbox = session.inbox.length ? Buffer.concat([session.inbox, chunk]) : Buffer.from(chunk)
    while (!session.has_started && !session.is_closed) if (!this.#takeStartup(session)) return
    const { messages, rest } = extractMessages(session.inbox)
    session.inbox = rest
    for (const bytes of messages) if (!session.is_closed) this.#take(session, bytes)
  }

  async #pump() {
    this.#is_running = true
    for (;;) {
      const next = this.#holder ? this.#ready.indexOf(this.#holder) : 0
      const session = this.#ready[next]
      const unit = session?.units.shift()
      if (!session || !unit) break
      this.#ready.splice(next, 1)
      try {
        const reply = this.#routeNotifications(await this.#run(session, unit))
        if (!session.is_closed) session.client.send(reply)
        else if (this.#holder === session) this.#releaseHolder()
      } catch (error) {
        return this.#options.onBroken(error) // and nothing runs anymore
      }
    }
    this.#is_running = false
  }

  async #run(session: Session, unit: MessageBatch): Promise<Buffer> {
    clearTimeout(this.#idle_timer)
    this.#options.onRunning(session.limit_ms ?? this.#options.statement_limit_ms)
    const reply = await this.#backend.run(unit.bytes)
    this.#options.onRunning(undefined)
    if (!unit.is_partial && !endsReady(reply)) throw new Error('The database backend stopped answering.')
    this.#holder = unit.is_partial || this.#backend.isInTransaction() ? session : undefined
    if (this.#holder)
      this.#idle_timer = setTimeout(() => this.#cutOff(session), this.#options.idle_transaction_ms)
    else session.limit_ms = undefined
    return reply
  }

  /** Releases the backend when the session that owned it has ended. */
  #releaseHolder() {
    if (!this.#holder) return
    this.#holder.units = [
      { bytes: Buffer.concat([sync, simpleQuery('ROLLBACK')]), is_partial: false },
      ...this.#holder.units,
    ]
    this.#ready.unshift(this.#holder)
  }

  /** Sends each listening session its notifications and returns the reply without them. */
  #routeNotifications(reply: Buffer): Buffer {
    if (!hasMessage(reply, 'A')) return reply
    const { messages } = extractMessages(reply)
    for (const notification of messages.filter((each) => typeOf(each) === 'A')) {
      const { text: channel } = readText(notification, 9)
      for (const session of this.#sessions)
        if (session.channels.has(channel)) session.client.send(notification)
    }
    return Buffer.concat(messages.filter((each) => typeOf(each) !== 'A'))
  }

  #cutOff(session: Session) {
    if (this.#holder !== session) return
    const reason = 'terminating connection due to idle-in-transaction timeout'
    session.client.send(errorResponse('FATAL', '25P03', reason))
    session.client.close()
    this.#end(session)
  }

  /** The client has disconnected: roll back its transaction and close its prepared statements. */
  #end(session: Session) {
    if (session.is_closed) return
    session.is_closed = true
    this.#sessions.delete(session)
    while (this.#ready.includes(session)) this.#ready.splice(this.#ready.indexOf(session), 1)
    session.units = []
    if (session.statements.size) {
      const closes = [...session.statements].map(closeStatement)
      session.units.push({ bytes: Buffer.concat([...closes, sync]), is_partial: false })
      this.#ready.push(session)
    }
    if (this.#is_running) return // done by the pump after the running unit
    if (this.#holder === session) this.#releaseHolder()
    void this.#pump()
  }
}
