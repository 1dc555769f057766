/*
 * The parts of PostgreSQL's frontend/backend protocol 3.0 that the bridge reads or writes.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 * A message is one type byte, a length that includes itself (int32), and a body; only the first has no type.
 */

/** One message of `type` with `body`. */
export function message(type: string, ...body: (string | Uint8Array)[]): Buffer {
  const bytes = Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** `ReadyForQuery`; the status is I(dle), T(ransaction) or E (a failed transaction). */
export const readyForQuery = (status: 'I' | 'T' | 'E') => message('Z', status)

export const simpleQuery = (sql: string) => message('Q', `${sql}\0`)
export const commandComplete = (tag: string) => message('C', `${tag}\0`)
export const copyFail = (reason: string) => message('f', `${reason}\0`)
export const closeStatement = (name: string) => message('C', `S${name}\0`)
export const sync = message('S')

/** `ErrorResponse`; `code` is an SQLSTATE. */
export const errorResponse = (severity: 'ERROR' | 'FATAL', code: string, text: string) =>
  message('E', `S${severity}\0V${severity}\0C${code}\0M${text}\0\0`)

/** Everything a server sends between a startup message and the first query, without asking for a password. */
export function greeting(session_id: number, server_version: string): Buffer {
  const settings = {
    server_version,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }
  return Buffer.concat([
    message('R', int32(0)),
    ...Object.entries(settings).map(([name, value]) => message('S', `${name}\0${value}\0`)),
    message('K', int32(session_id), int32(0)),
    readyForQuery('I'),
  ])
}

/** The zero-terminated text at `from`, and the offset of the next field. */
export function readText(bytes: Buffer, from: number): { text: string; next: number } {
  const end = bytes.indexOf(0, from)
  return { text: bytes.toString('utf8', from, end), next: end + 1 }
}

/** Cuts complete typed messages off the front of `bytes`. */
export function extractMessages(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let from = 0
  while (bytes.length - from >= 5) {
    const length = 1 + bytes.readInt32BE(from + 1)
    if (bytes.length - from < length) break
    messages.push(bytes.subarray(from, from + length))
    from += length
  }
  return { messages, rest: bytes.subarray(from) }
}

/** Whether `bytes` contain a complete message of `type`. */
export function hasMessage(bytes: Buffer, type: string): boolean {
  const letter = type.charCodeAt(0)
  for (let index = 0; bytes.length - index >= 5; index += 1 + bytes.readInt32BE(index + 1))
    if (bytes[index] === letter) return true
  return false
}

/** Whether `bytes` end with ReadyForQuery, as every complete reply does. */
export const endsReady = (bytes: Buffer) => bytes.length >= 6 && bytes.at(-6) === 0x5a /* Z */

/** The type letter of a message. */
export const typeOf = (bytes: Buffer) => String.fromCharCode(bytes[0] ?? 0)
