import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Corpus, hostileCorpus, sampleOf } from './corpus.ts'
import { startPulse } from './heartbeat.ts'
import { tryCorpus } from './trial.ts'

/*
 * A part of the corpus; `npm run hostile` sends all of it with stricter limits.
 */

const corpus = hostileCorpus()

test('the corpus has 2,000 inputs, the same ones each time', () => {
  const count = (of: object) => Object.values(of).reduce((sum, list: unknown[]) => sum + list.length, 0)
  const digest = ({ uploads, ...texts }: Corpus) => {
    const hash = createHash('sha256').update(JSON.stringify(texts))
    for (const { name, bytes } of uploads) hash.update(name).update(bytes)
    return hash.digest('hex')
  }
  expect(count(corpus)).toBe(2_000)
  expect(digest(hostileCorpus())).toBe(digest(corpus))
  expect(digest(hostileCorpus(2))).not.toBe(digest(corpus))
})

test('the measurement detects a frozen server', async () => {
  const server = createServer((_request, reply) => {
    reply.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const pulse = startPulse(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  let answered = 0
  await new Promise<void>((resolve) => {
    server.on('request', () => {
      if (++answered === 5) resolve()
    })
  })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  const { max_ms, failed } = await pulse.end()
  server.close()
  expect(max_ms).toBeGreaterThan(300)
  expect(failed).toBe(0)
})

test(
  'SEC-14 SEC-31 SEC-32 REL-33 hostile uploads, names, addresses, messages, cells and URLs leave the server answering',
  { timeout: 240_000 },
  async () => {
    const { answers, pulse, longest_work_ms } = await tryCorpus(sampleOf(corpus, 20))
    const statuses = Object.values(answers).flatMap((each) => Object.keys(each).map(Number))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    for (const [kind, each] of Object.entries(answers)) {
      expect(each[200], `${kind} taken`).toBeGreaterThan(0)
      expect(each[422], `${kind} rejected`).toBeGreaterThan(0)
    }
    expect(pulse.failed).toBe(0)
    // CPU time, independent of other load; far more than needed, and far less than a fault would take.
    expect(longest_work_ms).toBeLessThan(400)
    expect(pulse.max_ms).toBeLessThan(10_000)
  },
)
