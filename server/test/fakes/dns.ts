import { createSocket, type RemoteInfo } from 'node:dgram'

const headerBytes = 12
const txt = 16

/** The name in a question; labels are preceded by their length. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}
function answerOf(value: string): Buffer {
  const text = Buffer.from(value)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(text.length + 1, 10)
  return Buffer.concat([head, Buffer.from([text.length]), text])
}

/** A DNS server with TXT records, for `DNS_SERVERS`. */
export async function fakeDns() {
  const records = new Map<string, string[]>()
  /** Runs during a lookup; it must take less than the resolver waits. */
  const fake = { beforeAnswer: async () => {} }
  const socket = createSocket('udp4')
  async function reply(query: Buffer, { address, port }: RemoteInfo) {
    await fake.beforeAnswer()
    const { name, end } = nameIn(query)
    const values = records.get(name) ?? []
    const header = Buffer.alloc(headerBytes)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(values.length > 0 ? 0x81_80 : 0x81_83, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(values.length, 6)
    socket.send(
      Buffer.concat([header, query.subarray(headerBytes, end), ...values.map(answerOf)]),
      port,
      address,
    )
  }
  socket.on('message', (query, from) => void reply(query, from))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return Object.assign(fake, {
    host: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => socket.close(),
  })
}
