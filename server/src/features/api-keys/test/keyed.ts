import { apiScopes, createApiKey } from '@ozvi/contract'
import type { testServer } from '../../../../test/server.ts'

/** Creates a workspace with a conversation, and a program with a key of it. */
export const keyedIn =
  (server: Awaited<ReturnType<typeof testServer>>) =>
  async (scopes: (typeof apiScopes)[number][] = [...apiScopes]) => {
    const created = await server.seed.conversation()
    const { browser, integration_id } = created
    const key = await browser.call(createApiKey, { integration_id, name: 'Order bot', scopes })
    const program = server.browser()
    program.headers.authorization = `Bearer ${key.key}`
    return { ...created, key, program }
  }
