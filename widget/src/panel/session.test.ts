import { listVisitorConversations } from '@ozvi/contract/visitors'
import { afterEach, expect, test, vi } from 'vitest'
import { createSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server whose replies the test controls. */
function slowServer() {
  const calls: { path: string; token: string | null; answer: (data: unknown, status?: number) => void }[] = []
  vi.stubGlobal('fetch', (url: string, { headers }: RequestInit) => {
    return new Promise((resolve) => {
      calls.push({
        path: url,
        token: new Headers(headers).get('authorization'),
        answer: (data, status = 200) => resolve(Response.json({ data }, { status })),
      })
    })
  })
  const next = async (path: string) => {
    await vi.waitFor(() => expect(calls.map((call) => call.path)).toContain(path))
    return calls.splice(
      calls.findIndex((call) => call.path === path),
      1,
    )[0]!
  }
  return { asked: calls, next }
}
function sessionIn() {
  const held = new Map([['token', 'first']])
  const session = createSession({
    public_key: 'pk',
    locale: 'en',
    is_preview: false,
    storage: {
      get: (name) => held.get(name) ?? '',
      set: (name, value) => void held.set(name, value),
      clear: () => held.clear(),
    },
    name: crypto.randomUUID(),
    return_token: '',
    onOpened: () => undefined,
    onIdentity: () => undefined,
  })
  const page = { url: 'http://shop.test/', title: '' }
  session.setHost({ origin: 'http://shop.test', page, referrer: '', landing_url: page.url })
  return session
}
const session_path = '/api/visitor/session'
const list_path = '/api/visitor/conversation'

test('a change of user waits for running requests, and later ones have the new token', async () => {
  const { asked: calls, next } = slowServer()
  const session = sessionIn()
  const before = session.call(listVisitorConversations, {})
  const first = await next(list_path)
  session.setIdentity('signed')
  const changed = session.open()
  const after = session.call(listVisitorConversations, {})
  const channel = session.authorize('1.1', 'private-visitor.c').catch(String)
  await new Promise((resolve) => setTimeout(resolve))
  expect(calls).toEqual([])
  first.answer([])
  await before
  const opening = await next(session_path)
  expect(calls).toEqual([])
  opening.answer({ token: 'second', contact: { id: 'c' } })
  await changed
  const second = await next(list_path)
  second.answer([])
  await after
  // The previous visitor's channel isn't requested with the new token.
  expect(await channel).toBe('ApiError')
  expect(calls).toEqual([])
  expect([first, opening, second].map(({ token }) => token)).toEqual([
    'Bearer first',
    'Bearer first',
    'Bearer second',
  ])
})
