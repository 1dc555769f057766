/**
 * Serializes one protocol event. `data_json` is inserted unchanged: for server events the JSON of a *string*
 * that contains JSON; for client events, what the client sent.
 */
export function eventText(event: string, data_json?: string, channel?: string, user_id?: string) {
  let text = `{"event":${JSON.stringify(event)}`
  if (channel !== undefined) text += `,"channel":${JSON.stringify(channel)}`
  if (data_json !== undefined) text += `,"data":${data_json}`
  if (user_id !== undefined) text += `,"user_id":${JSON.stringify(user_id)}`
  return `${text}}`
}

/** A complete unmasked WebSocket text frame, header and payload in one Buffer (RFC 6455, section 5.2). */
export function frameOf(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const header_bytes = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header_bytes + bytes)
  frame[0] = 0x81
  if (header_bytes === 2) frame[1] = bytes
  else if (header_bytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(bytes, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(bytes), 2)
  }
  frame.write(text, header_bytes)
  return frame
}

/** The frame of an event from the server itself; `data` is encoded twice, as the protocol wants it. */
export const serverFrame = (event: string, data?: unknown, channel?: string) =>
  frameOf(eventText(event, data === undefined ? undefined : JSON.stringify(JSON.stringify(data)), channel))

export const pongFrame = serverFrame('pusher:pong', {})
