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

const copyRefusal = 'the embedded database takes no COPY FROM STDIN; insert the rows instead'
/**
 * Puts clients on `backend`. `connect` returns the functions to call with each client's bytes and at its end.
 */
export function createBridge(backend: Backend, options: BridgeOptions) {
  const sessions = new Set<Session>()
  const ready: Session[] = [] // one entry per waiting unit, first come first served
  let holder: Session | undefined
  let is_running = false
  let last_id = 0
  let idle_timer: NodeJS.Timeout | undefined

  /** UNLISTEN is answered here: the shared session keeps listening for the others. */
  function answeredHere(session: Session, sql: string): boolean {
    if (!unlisten(session, sql)) return false
    const status = holder === session ? 'T' : 'I'
    session.client.send(Buffer.concat([commandComplete('UNLISTEN'), readyForQuery(status)]))
    return true
  }

  function takeStartup(session: Session): boolean {
    if (session.inbox.length < 8) return false
    const length = session.inbox.readInt32BE(0)
    if (session.inbox.length < length) return false
    const code = session.inbox.readInt32BE(4)
    session.inbox = session.inbox.subarray(length)
    if (code === cancelRequest) {
      session.client.close()
      end(session)
    } else if (code === sslRequest || code === gssRequest) {
      session.client.send(Buffer.from('N'))
    } else {
      session.has_started = true
      session.client.send(greeting(session.id, options.server_version))
    }
    return true
  }

  function take(session: Session, bytes: Buffer) {
    const type = typeOf(bytes)
    if (type === 'X') return end(session)
    if ('dcf'.includes(type)) return // rows of a rejected COPY
    if (type === 'Q') {
      const sql = readText(bytes, 5).text
      if (answeredHere(session, sql)) return
      readStatement(session, sql)
    } else if (type === 'P') {
      readStatement(session, readText(bytes, readText(bytes, 5).next).text)
    }
    session.unit.push(namespaceStatements(session, bytes))
    if (session.may_copy && (type === 'Q' || type === 'E')) session.unit.push(copyFail(copyRefusal))
    if (!'QSHF'.includes(type)) return
    session.units.push({ bytes: Buffer.concat(session.unit), is_partial: type === 'H' })
    session.unit = []
    ready.push(session)
    if (!is_running) void pump()
  }

  function receive(session: Session, chunk: Uint8Array) {
    session.inbox = session.inbox.length ? Buffer.concat([session.inbox, chunk]) : Buffer.from(chunk)
    while (!session.has_started && !session.is_closed) if (!takeStartup(session)) return
    const { messages, rest } = extractMessages(session.inbox)
    session.inbox = rest
    for (const bytes of messages) if (!session.is_closed) take(session, bytes)
  }

  async function pump() {
    is_running = true
    for (;;) {
      const next = holder ? ready.indexOf(holder) : 0
      const session = ready[next]
      const unit = session?.units.shift()
      if (!session || !unit) break
      ready.splice(next, 1)
      try {
        const reply = routeNotifications(await run(session, unit))
        if (!session.is_closed) session.client.send(reply)
        else if (holder === session) releaseHolder()
      } catch (error) {
        return options.onBroken(error) // and nothing runs anymore
      }
    }
    is_running = false
  }

  async function run(session: Session, unit: MessageBatch): Promise<Buffer> {
    clearTimeout(idle_timer)
    options.onRunning(session.limit_ms ?? options.statement_limit_ms)
    const reply = await backend.run(unit.bytes)
    options.onRunning(undefined)
    if (!unit.is_partial && !endsReady(reply)) throw new Error('The database backend stopped answering.')
    holder = unit.is_partial || backend.isInTransaction() ? session : undefined
    if (holder) idle_timer = setTimeout(cutOff, options.idle_transaction_ms, session)
    else session.limit_ms = undefined
    return reply
  }

  /** Releases the backend when the session that owned it has ended. */
  function releaseHolder() {
    if (!holder) return
    holder.units = [
      { bytes: Buffer.concat([sync, simpleQuery('ROLLBACK')]), is_partial: false },
      ...holder.units,
    ]
    ready.unshift(holder)
  }

  /** Sends each listening session its notifications and returns the reply without them. */
  function routeNotifications(reply: Buffer): Buffer {
    if (!hasMessage(reply, 'A')) return reply
    const { messages } = extractMessages(reply)
    for (const notice of messages.filter((each) => typeOf(each) === 'A')) {
      const { text: channel } = readText(notice, 9)
      for (const session of sessions) if (session.channels.has(channel)) session.client.send(notice)
    }
    return Buffer.concat(messages.filter((each) => typeOf(each) !== 'A'))
  }

  function cutOff(session: Session) {
    if (holder !== session) return
    const reason = 'terminating connection due to idle-in-transaction timeout'
    session.client.send(errorResponse('FATAL', '25P03', reason))
    session.client.close()
    end(session)
  }

  /** The client has disconnected: roll back its transaction and close its prepared statements. */
  function end(session: Session) {
    if (session.is_closed) return
    session.is_closed = true
    sessions.delete(session)
    while (ready.includes(session)) ready.splice(ready.indexOf(session), 1)
    session.units = []
    if (session.statements.size) {
      const closes = [...session.statements].map(closeStatement)
      session.units.push({ bytes: Buffer.concat([...closes, sync]), is_partial: false })
      ready.push(session)
    }
    if (is_running) return // done by the pump after the running unit
    if (holder === session) releaseHolder()
    void pump()
  }

  return {
    connect(line: ClientConnection) {
      const session = openSession(++last_id, line)
      sessions.add(session)
      return {
        receive: (chunk: Uint8Array) => receive(session, chunk),
        gone: () => end(session),
      }
    },
  }
}
