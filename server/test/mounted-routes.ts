import { createTag, requestPerson, type Route, sendMessage, updateContact } from '@ozvi/contract'
import type { MountedRoute } from '#platform/http/mount.ts'
import { bodyOf } from './route-bodies.ts'
import { type Browser, testServer } from './server.ts'

/** Text of workspaces that no response to others contains. */
export const canary = 'CANARY-of-workspace-A'

type Ids = Record<string, string>
const fill = (path: string, ids: Ids) =>
  path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID())

export const inIntegration = ({ route }: MountedRoute) => route.path.includes(':integration_id')
export const label = ({ route }: MountedRoute) => `${route.method} ${route.path}`

/**
 * A server with the workspace `a`, for rules that hold for every route. They are tried on every mounted route, so
 * that a new route is tried too.
 */
export async function mountedRoutes() {
  const server = await testServer()

  async function workspace() {
    const created = await server.seed.conversation()
    const { integration_id, conversation_id, browser, visitor } = created
    await browser.call(updateContact, { integration_id, contact_id: visitor.contact_id, name: canary })
    await browser.call(sendMessage, {
      integration_id,
      conversation_id,
      id: crypto.randomUUID(),
      body: canary,
    })
    await visitor.browser.call(requestPerson, { conversation_id })
    const tag = await browser.call(createTag, { integration_id, name: canary })
    return {
      ...created,
      ids: {
        integration_id,
        conversation_id,
        contact_id: visitor.contact_id,
        assignee_id: created.user.id,
        tag_id: tag.id,
      } as Ids,
    }
  }

  const a = await workspace()
  /** The entities that bodies refer to. */
  const here = { conversation_id: a.conversation_id, contact_id: a.visitor.contact_id }
  const send = (who: Browser, route: Route, ids: Ids, headers: Record<string, string> = {}) =>
    who.request(
      route.method,
      fill(route.path, ids),
      route.method === 'GET' ? undefined : (bodyOf[route.path]?.(here) ?? {}),
      {
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    )

  return { server, a, workspace, send }
}
