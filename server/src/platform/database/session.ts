/*
 * What sets one client apart from the others on the shared backend, read from and written into its messages.
 */
import { message, readText, typeOf } from './wire-format.ts'

/** The way back to one client. */
export interface Line {
  send(bytes: Buffer): void
  close(): void
}

/** Messages that run together. */
export interface Unit {
  bytes: Buffer
  /** Ended by Flush rather than Sync: the client holds the backend without a transaction to show for it. */
  is_partial: boolean
}

export interface Session {
  id: number
  line: Line
  /** Bytes that are not yet a whole message. */
  inbox: Buffer
  has_started: boolean
  /** Messages that are not yet a whole unit. */
  unit: Buffer[]
  units: Unit[]
  /** Prepared statements by their own names. */
  statements: Set<string>
  /** Channels listened to. */
  channels: Set<string>
  may_copy: boolean
  /** From SET LOCAL statement_timeout; ends with the transaction, or with the unit outside one. */
  limit_ms: number | undefined
  is_closed: boolean
}

export const openSession = (id: number, line: Line): Session => ({
  id,
  line,
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

/** Upkeep that nothing must interrupt half-way, however long it takes. */
const keepingUp = /^(?:vacuum|checkpoint)\b/i

/** A statement without the spaces around it and the semicolon after it. */
const bare = (sql: string) => sql.trim().replace(/;$/, '').trimEnd()

const channelName = (written: string) =>
  written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase()

/** Notes what a statement's text changes about its session. */
export function readStatement(session: Session, text: string) {
  const sql = bare(text)
  const channel = listening.exec(sql)?.[1]
  if (channel) session.channels.add(channelName(channel))
  const limit = limiting.exec(sql)?.[1]
  if (limit !== undefined) session.limit_ms = Number(limit)
  else if (keepingUp.test(sql)) session.limit_ms = 0
  // A backend asked to read rows from a client exits. A CopyFail behind the statement ends the copy
  // politely, and where no copy was begun the protocol says to ignore it: so a guess too many is harmless.
  if (/\bcopy\b/i.test(sql) && /\bstdin\b/i.test(sql)) session.may_copy = true
}

/** Takes an UNLISTEN off the session's channels. @returns whether it was one. */
export function unlisten(session: Session, sql: string): boolean {
  const channel = unlistening.exec(bare(sql))?.[1]
  if (!channel) return false
  if (channel === '*') session.channels.clear()
  else session.channels.delete(channelName(channel))
  return true
}

/** Marks a statement's name as this session's. The unnamed one is safe: it never outlives its unit. */
const ownName = (session: Session, name: string) => (name ? `s${session.id}_${name}` : name)

/** The same message, with the names of prepared statements made the session's own. */
export function ownNames(session: Session, bytes: Buffer): Buffer {
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
