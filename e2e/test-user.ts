import type { BrowserContext, Page } from 'playwright-core'
import type { AppServer } from './app-server.ts'

/** The properties that tests need. */
type Visited = Pick<AppServer, 'origin' | 'mailedLink'>

export const password = 'correct horse battery'

/** Calls of the person in a browser context, as its pages make them. */
export const callerIn =
  (appServer: Visited, context: BrowserContext) =>
  async (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    data: object,
  ): Promise<{ data: { id: string } }> => {
    await context.request.get(`${appServer.origin}/api/csrf-token`)
    const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const reply = await context.request.fetch(appServer.origin + path, {
      method,
      data,
      headers: { accept: 'application/json', 'x-xsrf-token': decodeURIComponent(token) },
    })
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
    // Returned by every call of the contract.
    return (await reply.json()) as { data: { id: string } }
  }

/**
 * A new person in a separate browser: signed up, verified, with a workspace. Uses only API calls, for tests of other
 * things.
 *
 * @returns the workspace's id
 */
export async function createTestUser(
  appServer: Visited,
  context: BrowserContext,
  email = `person-${crypto.randomUUID()}@example.com`,
  name = 'Eva Nováková',
): Promise<string> {
  const call = callerIn(appServer, context)
  await call('POST', '/api/auth/sign-up', { name, email, password })
  const link = new URL(await appServer.mailedLink(email))
  await call('POST', '/api/auth/verify-email', { token: link.searchParams.get('token') })
  const integration = await call('PUT', '/api/integration', {
    name: 'Green Bean',
    url: 'https://green-bean.example',
  })
  return integration.data.id
}

/** The public key of a workspace that the person belongs to. */
export async function publicKeyOf(appServer: Visited, context: BrowserContext, id: string): Promise<string> {
  const headers = { accept: 'application/json' }
  const reply = await context.request.get(`${appServer.origin}/api/integration/${id}`, { headers })
  // Returned by every call of the contract.
  return ((await reply.json()) as { data: { public_key: string } }).data.public_key
}

/** A visitor's API call; the token comes with the response that opens the session. */
export async function callAsVisitor<T>(
  { origin }: Visited,
  method: string,
  path: string,
  body: object,
  token = '',
): Promise<T> {
  const reply = await fetch(`${origin}/api/visitor/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  // As above.
  return ((await reply.json()) as { data: T }).data
}

/** A visitor opens the chat of a workspace and asks each question in a new conversation. */
export async function askAsVisitor(
  appServer: Visited,
  public_key: string,
  questions: readonly { conversation_id: string; body: string }[],
): Promise<{ contact: { id: string } }> {
  const session = { public_key, host_origin: appServer.origin, locale: 'en' }
  const { token, contact } = await callAsVisitor<{ token: string; contact: { id: string } }>(
    appServer,
    'POST',
    'session',
    session,
  )
  for (const { conversation_id, body } of questions) {
    const message = { id: crypto.randomUUID(), body, locale: 'en' }
    await callAsVisitor(appServer, 'POST', `conversation/${conversation_id}/message`, message, token)
  }
  return { contact }
}

/** Lets a page create passkeys and sign in with them, without a prompt. */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
