/* The state of one client on the shared backend, read from and written into its messages. */
import { message, readText, typeOf } from './wire-format.ts'

/** The connection to one client. */
export interface ClientConnection {
  send(bytes: Buffer): void
  close(): void
}

/** Messages that run together. */
export interface MessageBatch {
  bytes: Buffer
  /** Ended by Flush instead of Sync: the client keeps the backend without an open transaction. */
  is_partial: boolean
}

export interface Session {
  id: number
  client: ClientConnection
  /** Bytes of an incomplete message. */
  inbox: Buffer
  has_started: boolean
  /** Messages of an incomplete unit. */
  unit: Buffer[]
  units: MessageBatch[]
  /** Prepared statements by the client's names. */
  statements: Set<string>
  /** Channels listened to. */
  channels: Set<string>
  may_copy: boolean
  /** From SET LOCAL statement_timeout; ends with the transaction, or with the unit outside one. */
  limit_ms: number | undefined
  is_closed: boolean
}

export const openSession = (id: number, client: ClientConnection): Session => ({
  id,
  client,
  inbox: Buffer.alloc(0),
  has_started: false,
  unit: [],
  units: [],
  statements: new Set(),
  channels: new Set(),
  may_copy: false,
  limit_ms: undefined,
  is_closed: false,
})

const listening = /^listen\s+("(?:[^"]|"")+"|[\w$]+)$/i
const unlistening = /^unlisten\s+(\*|"(?:[^"]|"")+"|[\w$]+)$/i
const limiting = /^set\s+local\s+statement_timeout\s*(?:=|to)\s*'?(\d+)'?$/i

/** Maintenance that mustn't be interrupted, however long it takes. */
const keepingUp = /^(?:vacuum|checkpoint)\b/i

/** A statement without surrounding spaces and trailing semicolon. */
const withoutSemicolon = (sql: string) => sql.trim().replace(/;$/, '').trimEnd()

const channelName = (written: string) =>
  written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase()

/** Records how a statement changes its session. */
export function readStatement(session: Session, text: string) {
  const sql = withoutSemicolon(text)
  const channel = listening.exec(sql)?.[1]
  if (channel) session.channels.add(channelName(channel))
  const limit = limiting.exec(sql)?.[1]
  if (limit !== undefined) session.limit_ms = Number(limit)
  else if (keepingUp.test(sql)) session.limit_ms = 0
  // A backend asked to read rows from a client exits. A CopyFail after the statement ends the copy cleanly,
  // and the protocol ignores it where no copy was started, so a false positive is harmless.
  if (/\bcopy\b/i.test(sql) && /\bstdin\b/i.test(sql)) session.may_copy = true
}

/** Removes a channel for UNLISTEN. @returns whether the statement was an UNLISTEN */
export function unlisten(session: Session, sql: string): boolean {
  const channel = unlistening.exec(withoutSemicolon(sql))?.[1]
  if (!channel) return false
  if (channel === '*') session.channels.clear()
  else session.channels.delete(channelName(channel))
  return true
}

/**
 * Prefixes a statement's name with the session. The unnamed statement never outlives its unit, so it's safe.
 */
const ownName = (session: Session, name: string) => (name ? `s${session.id}_${name}` : name)

/** Returns the message with the names of prepared statements prefixed. */
export function namespaceStatements(session: Session, bytes: Buffer): Buffer {
  const type = typeOf(bytes)
  if (type === 'P') {
    const { text: name, next } = readText(bytes, 5)
    if (!name) return bytes
    session.statements.add(ownName(session, name))
    return message('P', `${ownName(session, name)}\0`, bytes.subarray(next))
  }
  if (type === 'B') {
    const portal = readText(bytes, 5)
    const statement = readText(bytes, portal.next)
    if (!statement.text) return bytes
    const names = `${portal.text}\0${ownName(session, statement.text)}\0`
    return message('B', names, bytes.subarray(statement.next))
  }
  if ((type === 'D' || type === 'C') && bytes[5] === 0x53 /* S */) {
    const { text: name } = readText(bytes, 6)
    if (!name) return bytes
    if (type === 'C') session.statements.delete(ownName(session, name))
    return message(type, `S${ownName(session, name)}\0`)
  }
  return bytes
}
