import { getUser, Problem } from '@ozvi/contract'
import { type DehydratedState, queryOptions } from '@tanstack/react-query'
import type { Reply } from '@ozvi/wire'
import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { publicConfig } from '../../../test/fixtures.ts'
import { pageRequest } from '../session/request.ts'
import { browserTimeZone } from '../time/browser-time-zone.ts'
import { inWorkspace, preload, type Queries } from './page-queries.ts'
import { createQueryClient } from './query-client.ts'
import { renderAs } from './server-calls.server.ts'
import { serverCache } from './server-cache.ts'
import { call } from './api-client.ts'

const userQuery = queryOptions({ queryKey: ['user'], queryFn: () => call(getUser, {}) })
const answered = (id: string) => ({ status: 200, body: { data: { id } } })

/** A page whose route has these queries, for a reader with these responses. */
async function open(queries: Queries, reply: Reply | Promise<Reply> = answered('u1')) {
  const asked: string[] = []
  const logged: unknown[] = []
  const context = new RouterContextProvider()
  context.set(serverCache, createQueryClient())
  context.set(pageRequest, {
    nonce: '',
    public_config: publicConfig,
    has_session: true,
    log_error: (error) => logged.push(error),
    log_error_page: () => undefined,
  })
  const read = async (url: string) => {
    asked.push(url)
    return reply
  }
  const url = new URL('https://ozvi.example/en/app')
  const load = () => preload(queries)({ params: {}, url, context, pattern: '', request: new Request(url) })
  const state = await renderAs({ read, time_zone: 'Asia/Tokyo' }, load)
  return { data: dataOf(state), asked, logged, load, read }
}
const dataOf = ({ queries }: DehydratedState) =>
  Object.fromEntries(queries.map(({ queryKey, state }) => [String(queryKey[0]), state.data]))

test('a page’s queries are loaded once with the reader’s session and dehydrated', async () => {
  const { data, asked } = await open(() => [userQuery, userQuery])
  expect([data, asked]).toEqual([{ user: { id: 'u1' } }, ['/api/user']])
})
test('pages rendered at the same time belong to their own readers', async () => {
  const pages = await Promise.all(['u1', 'u2', 'u3'].map((id) => open(() => [userQuery], answered(id))))
  expect(pages.map(({ data }) => data['user'])).toEqual([{ id: 'u1' }, { id: 'u2' }, { id: 'u3' }])
})
test('days use the reader’s time zone', async () => {
  const zone = queryOptions({ queryKey: ['zone'], queryFn: async () => browserTimeZone().time_zone })
  expect((await open(() => [zone])).data).toEqual({ zone: 'Asia/Tokyo' })
})
test('a rejected query doesn’t delay the others, isn’t dehydrated and isn’t logged', async () => {
  const failing = queryOptions({
    queryKey: ['rejected'],
    queryFn: () => Promise.reject(new Problem('forbidden')),
  })
  const { data, logged } = await open(() => [failing, userQuery])
  expect([data, logged]).toEqual([{ user: { id: 'u1' } }, []])
})
test('after 2 s the page is rendered with the data loaded so far', async () => {
  vi.useFakeTimers()
  const quick = queryOptions({ queryKey: ['quick'], queryFn: async () => 1 })
  const opened = open(() => [quick, userQuery], new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(2000)
  expect((await opened).data).toEqual({ quick: 1 })
  vi.useRealTimers()
})
test('an unexpected error is logged, and the page is rendered without its data', async () => {
  const error = new TypeError('Broken')
  const { data, logged } = await open(() => Promise.reject(error))
  expect([data, logged]).toEqual([{}, [error]])
})
test('a page of someone else’s workspace loads none of its data', async () => {
  const { asked } = await open(
    inWorkspace(() => [userQuery]),
    { status: 200, body: { data: { id: 'u1', email_verified_at: '2026-11-01', integrations: [] } } },
  )
  expect(asked).toEqual(['/api/user'])
})
