import { getUser, Problem } from '@ozvi/contract'
import type { Reply } from '@ozvi/wire'
import { expect, test } from 'vitest'
import { prepareDrawing } from './drawing.server.ts'
import type { Preload } from './drawn.ts'
import { call } from './calls/api-client.ts'

const user = { status: 200, body: { data: { id: 'u1' } } }
/** Prepares a page whose route has this preload, for a user who gets these replies. */
function prepare(preload: Preload, replies: Record<string, Reply | Promise<Reply>> = { '/api/user': user }) {
  const asked: string[] = []
  const logged: unknown[] = []
  const drawing = prepareDrawing(
    // Only these parts of the router's own are looked at.
    {
      routeModules: { page: { preload } },
      staticHandlerContext: { matches: [{ params: {}, route: { id: 'page' } }] },
    } as unknown as Parameters<typeof prepareDrawing>[0],
    {
      url: new URL('https://ozvi.example/en/app'),
      read: async (url) => {
        asked.push(url)
        return (await replies[url]) ?? { status: 404, body: { code: 'not_found' } }
      },
      log_error: (error) => logged.push(error),
    },
  )
  return drawing.then((made) => ({ ...made, asked, logged }))
}
const ofUser: Preload = async (cache) => {
  await cache.fetchQuery({ queryKey: ['user'], queryFn: () => call(getUser, {}) })
  return true
}

test('what a page shows is read once, as its reader, and goes along with it', async () => {
  const { isWhole, cache, replies, asked } = await prepare(ofUser)
  expect([isWhole, asked]).toEqual([true, ['/api/user']])
  expect(cache.getQueryData(['user'])).toEqual({ id: 'u1' })
  expect(replies).toEqual({ '/api/user': user })
})
test('two pages rendered at a time are each of their own reader', async () => {
  const names = ['u1', 'u2', 'u3'].map((id) => ({ '/api/user': { status: 200, body: { data: { id } } } }))
  const drawn = await Promise.all(names.map((replies) => prepare(ofUser, replies)))
  expect(drawn.map(({ cache }) => cache.getQueryData(['user']))).toEqual(
    ['u1', 'u2', 'u3'].map((id) => ({ id })),
  )
})
test('what is refused is not drawn and goes along, so that the page tells it; nothing is logged', async () => {
  const refused = { status: 403, body: { code: 'forbidden' } }
  const { isWhole, replies, logged } = await prepare(ofUser, { '/api/user': refused })
  expect([isWhole, logged]).toEqual([false, []])
  expect(replies).toEqual({ '/api/user': refused })
})
test('a page that waits too long comes without what it waited for', async () => {
  const { isWhole, replies } = await prepare(ofUser, { '/api/user': new Promise(() => {}) })
  expect([isWhole, replies]).toEqual([false, {}])
})
test('a mistake while reading is logged, and the page comes undrawn', async () => {
  const mistake = new TypeError('Mistaken')
  const { isWhole, logged } = await prepare(() => Promise.reject(mistake))
  expect([isWhole, logged]).toEqual([false, [mistake]])
  expect((await prepare(() => Promise.reject(new Problem('not_found')))).logged).toEqual([])
})
test('outside of a page nothing can be asked for', async () => {
  await expect(call(getUser, {})).rejects.toThrow('/api/user')
})
