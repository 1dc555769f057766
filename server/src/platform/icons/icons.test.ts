import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const ask = (path: string) => server.browser().request('GET', `/api/_icons/${path}`)

test('S7.18 icons of an installed collection are returned in the icon API’s format, with a long cache lifetime', async () => {
  const reply = await ask('lucide.json?icons=rocket,no-such-icon')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toMatch(/^public, max-age=604800\b/)
  expect(reply.json()).toMatchObject({
    prefix: 'lucide',
    width: 24,
    height: 24,
    icons: { rocket: { body: expect.stringContaining('<path') } },
    not_found: ['no-such-icon'],
  })
  expect(reply.headers['set-cookie']).toBeUndefined()
})
test('S7.18 an alias returns its icon', async () => {
  const reply = (await ask('lucide.json?icons=alarm-check')).json()
  expect(reply.aliases['alarm-check']).toEqual({ parent: 'alarm-clock-check' })
  expect(Object.keys(reply.icons)).toEqual(['alarm-clock-check'])
})
test('S7.18 the response lists the names if none is known', async () => {
  const reply = await ask('lucide.json?icons=a-b-c-d,__proto__,constructor')
  expect([reply.statusCode, reply.json().icons, reply.json().not_found]).toEqual([
    200,
    {},
    ['a-b-c-d', '__proto__', 'constructor'],
  ])
})
test.each([
  'mdi.json?icons=home',
  'constructor.json?icons=a',
  'lucide?icons=home',
  '..%2Fpackage.json?icons=a',
  'Lucide.json?icons=a',
])('404 S7.18 %s isn’t a collection of this installation', async (path) => {
  expect((await ask(path)).statusCode).toBe(404)
})
test('422 S7.18 a list without names, or with too many, is rejected', async () => {
  expect((await ask('lucide.json')).json().errors).toEqual({ icons: ['This field is required.'] })
  const many = Array.from({ length: 101 }, (_, n) => `a${n}`).join(',')
  expect((await ask(`lucide.json?icons=${many}`)).json().errors).toEqual({
    icons: ['You can add up to 100.'],
  })
})
