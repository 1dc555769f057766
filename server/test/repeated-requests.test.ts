import type { Route } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { bodyOf } from './route-bodies.ts'
import { testServer } from './server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const routes = server.mounted.filter(
  ({ route: { method, path }, is_upload }) =>
    method !== 'GET' &&
    !is_upload &&
    path.includes(':integration_id') &&
    // They end the workspace or its owner's membership.
    !/leave|transfer|\/close|:integration_id$/.test(path),
)
const times = 4

test('SEC-18 REL-33 each write sent four times concurrently is done or rejected, and never an error', async () => {
  const faults: string[] = []
  for (const { route } of routes) {
    const { browser, integration_id, conversation_id, visitor } = await sharedConversation()
    const ids: Record<string, string> = { integration_id, conversation_id, contact_id: visitor.contact_id }
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID())
    const body = bodyOf[route.path]?.({ conversation_id, contact_id: visitor.contact_id }) ?? {}
    const send = ({ method }: Route) => browser.request(method, path, body)
    const replies = await Promise.all(Array.from({ length: times }, () => send(route)))
    for (const { statusCode, body: text } of replies)
      if (statusCode >= 500 && statusCode !== 503) faults.push(`${route.method} ${route.path}: ${text}`)
  }
  expect(faults).toEqual([])
}, 120_000)

let current: Awaited<ReturnType<typeof server.seed.conversation>> | undefined
let uses = 0
/** Some writes use up what a conversation allows, so it is replaced now and then. */
async function sharedConversation() {
  if (!current || uses++ % 40 === 0) current = await server.seed.conversation()
  return current
}
