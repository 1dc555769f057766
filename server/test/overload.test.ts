import { listMessages, Problem, sendVisitorMessage } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from './server.ts'

/* Overload: here two requests run concurrently, and six can wait. */

const server = await testServer({ LOAD_RUNNING_MAX: '2', LOAD_WAITING_MAX: '6' }, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const shop = await server.seed.integration()
const visitors = await Promise.all(
  Array.from({ length: 5 }, () => server.seed.visitor(shop.integration.public_key)),
)

/** Writes to one conversation until everything is acknowledged, as the widget's outbox does, but less patient. */
async function write(browser: Browser, conversation_id: string, count: number) {
  const acked: string[] = []
  const waits_s: (number | undefined)[] = []
  for (let n = 0; n < count; n++) {
    const message = { conversation_id, id: crypto.randomUUID(), body: `Message ${n}`, locale: 'en' } as const
    for (;;) {
      try {
        acked.push((await browser.call(sendVisitorMessage, message)).id)
        break
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.code !== 'unavailable') throw problem
        waits_s.push(problem.retry_after_s)
        await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100))
      }
    }
  }
  return { conversation_id, acked, waits_s }
}

test('503 REL-13 at five times its capacity the server rejects requests with a message, health and sign-in respond, no acknowledged message is lost, and it recovers', async () => {
  // Five people with five tabs each: 25 requests besides the team's, for eight places.
  const writing = visitors.flatMap(({ browser }) =>
    Array.from({ length: 5 }, () => write(browser, crypto.randomUUID(), 2)),
  )
  const guest = server.browser()
  await guest.request('GET', '/api/csrf-token')
  const replies = await Promise.all(
    Array.from({ length: 12 }, () =>
      shop.browser.request('GET', `/api/integration/${shop.integration_id}/conversation`, undefined, {
        'accept-language': 'sk',
      }),
    ),
  )
  const away = replies.find(({ statusCode }) => statusCode === 503)
  expect(Number(away?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(away?.json()).toMatchObject({
    code: 'unavailable',
    message: 'Práve sme vyťažení. Skúste to o chvíľu znova.',
  })
  const answered = await Promise.all([
    guest.request('GET', '/health/live'),
    guest.request('GET', '/health/ready'),
    guest.request('GET', '/metrics'),
    guest.request('POST', '/api/auth/sign-in', { email: shop.email, password: shop.password }),
  ])
  expect(answered.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])

  const written = await Promise.all(writing)
  const waits_s = new Set(written.flatMap((each) => each.waits_s))
  expect(waits_s.size).toBeGreaterThan(0)
  expect([...waits_s].filter((each) => ![1, 2, 3, 4, 5].includes(each ?? 0))).toEqual([])
  // The overload has passed: no request is rejected, and all acknowledged messages are there in order.
  for (const { conversation_id, acked } of written) {
    const messages = await shop.browser.call(listMessages, {
      integration_id: shop.integration_id,
      conversation_id,
    })
    const held = messages.filter(({ author }) => author === 'contact').map(({ id }) => id)
    expect(held).toEqual(acked)
  }
  const { body } = await guest.request('GET', '/metrics')
  expect(body).toContain('http_running 0')
  expect(body).toContain('http_waiting 0')
  expect(body).toMatch(/http_rejected_total\{reason="full"\} [1-9]/)
})

test('REL-13 a rejected request releases its slot', async () => {
  const list = `/api/integration/${shop.integration_id}/conversation`
  for (let n = 0; n < 10; n++) {
    expect((await shop.browser.request('GET', `${list}/${crypto.randomUUID()}`)).statusCode).toBe(404)
    expect((await server.browser().request('GET', list)).statusCode).toBe(401)
  }
  expect((await shop.browser.request('GET', list)).statusCode).toBe(200)
})
