import {
  getContact,
  getIdentitySettings,
  type IdentityMode,
  listAuditEntries,
  listContacts,
  listVisitorConversations,
  openVisitorSession,
  sendVisitorMessage,
  updateIdentitySettings,
} from '@ozvi/contract'
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { testServer } from '../../../../../test/server.ts'

/** A part of a token: JSON as base64url. */
export const packed = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** Signs a token as a customer's server does; `header` and `change` create invalid ones. */
export function signed(
  secret: string,
  claims: object,
  { header = { alg: 'HS256', typ: 'JWT' } as object, change = (jwt: string) => jwt } = {},
) {
  const unsigned = `${packed(header)}.${packed(claims)}`
  return change(`${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`)
}

export const now_s = () => Math.floor(Date.now() / 1000)
/** Id, language and text of a new message. */
export const newMessage = (body: string) => ({ id: crypto.randomUUID(), locale: 'en' as const, body })
/** Claims of a signed person. */
export const jana = { sub: 'A-1' }
/** The error of a token, or of a claim without one, that fails this check. */
export const invalid = (check: string) => ({
  code: 'invalid_input',
  errors: { [`identity.${check}`]: [expect.any(String)] },
})

/** A server with workspaces that verify the identity of their visitors. */
export async function identityServer() {
  const server = await testServer({}, { isAnswering: false })

  /** A workspace with identity verification, its server and its visitors. */
  async function workspace(mode: IdentityMode = 'optional') {
    const created = await server.seed.integration()
    const { browser, integration_id, integration } = created
    const { secret } = await browser.call(updateIdentitySettings, { integration_id, mode: 'optional' })
    if (mode !== 'optional') await browser.call(updateIdentitySettings, { integration_id, mode })
    const opening = {
      public_key: integration.public_key,
      host_origin: 'https://shop.example',
      locale: 'en' as const,
    }
    const claims = (more: object) => ({ aud: integration.public_key, exp: now_s() + 300, ...more })
    const token = (more: object, key = secret ?? '') => signed(key, claims(more))
    type Visitor = ReturnType<typeof server.browser>
    /** Signs the same browser in as the person named by the token. */
    async function identify(visitor: Visitor, identity: string) {
      const session = await visitor.call(openVisitorSession, { ...opening, identity })
      if (session.token) visitor.headers.authorization = `Bearer ${session.token}`
      return { browser: visitor, session, contact_id: session.contact.id }
    }
    const askQuestion = async (visitor: Visitor, body: string) => {
      const conversation_id = crypto.randomUUID()
      await visitor.call(sendVisitorMessage, { conversation_id, ...newMessage(body) })
      return conversation_id
    }
    const query = async (visitor: Visitor) =>
      (await visitor.call(listVisitorConversations, {})).map(({ id }) => id).toSorted()
    return {
      ...created,
      secret: secret ?? '',
      opening,
      claims,
      token,
      identify,
      askQuestion,
      query,
      arrive: () => server.seed.visitor(integration.public_key),
      come: (more: object) => identify(server.browser(), token(more)),
      read: (contact_id: string) => browser.call(getContact, { integration_id, contact_id }),
      people: async () => (await browser.call(listContacts, { integration_id })).items,
      settings: () => browser.call(getIdentitySettings, { integration_id }),
      acts: async () =>
        (await browser.call(listAuditEntries, { integration_id })).items.map(({ action }) => action),
    }
  }

  return { server, workspace }
}
