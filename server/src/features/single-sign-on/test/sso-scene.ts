import { randomUUID } from 'node:crypto'
import {
  addSsoDomain,
  finishSingleSignOn,
  type SingleSignOn,
  startSingleSignOn,
  updateSingleSignOn,
  verifySsoDomain,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect } from 'vitest'
import { fakeDns } from '../../../../test/fakes/dns.ts'
import { openidProvider } from '../../../../test/fakes/openid-provider.ts'
import { type Browser, testServer } from '../../../../test/server.ts'

/** The provider's answer, as the browser passes it on. */
export const answerOf = ({ searchParams }: URL) => ({
  state: searchParams.get('state') ?? '',
  code: searchParams.get('code') ?? '',
  iss: searchParams.get('iss') ?? '',
})
export const invalid = (field: string, code?: string) => ({
  code: 'invalid_input',
  errors: { [field]: code ? [code] : expect.any(Array) },
})

/** A server, a provider and a DNS server of one test file; in every test the provider is sound. */
export async function ssoScene(more: Record<string, string> = {}) {
  const dns = await fakeDns()
  const provider = await openidProvider()
  const server = await testServer(
    { EGRESS_ALLOW: provider.host, DNS_SERVERS: dns.host, ...more },
    { isAnswering: false },
  )
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await provider.close()
    dns.close()
  })
  beforeEach(() => {
    provider.fault = () => false
    provider.forge = undefined
    provider.requests.length = 0
  })

  async function addDomain(browser: Browser, integration_id: string, name: string): Promise<SingleSignOn> {
    const { domains } = await browser.call(addSsoDomain, { integration_id, name })
    const domain = domains.find((each) => each.name === name)
    dns.records.set(`_ozvi.${name}`, [domain?.token ?? ''])
    return browser.call(verifySsoDomain, { integration_id, domain_id: domain?.id ?? '' })
  }
  const { issuer, client_id, client_secret } = provider
  const settings = { is_on: true, issuer, client_id, client_secret }

  /** A workspace with single sign-on for a domain of its own. */
  async function company() {
    const created = await server.seed.integration()
    const { integration_id } = created
    const domain = `${randomUUID()}.example.com`
    await addDomain(created.browser, integration_id, domain)
    await created.browser.call(updateSingleSignOn, { integration_id, ...settings })
    return { ...created, domain }
  }
  /** Someone at the provider. */
  function person(email: string, claims: object = {}) {
    const subject = randomUUID()
    provider.people.set(subject, { email, email_verified: true, name: 'Jana Malá', ...claims })
    return subject
  }

  async function start(
    browser: Browser,
    subject: string,
    input: { email?: string; integration_id?: string },
  ) {
    provider.subject = subject
    const { url } = await browser.call(startSingleSignOn, input)
    return answerOf(await provider.passThrough(url))
  }
  async function passSso(
    browser: Browser,
    subject: string,
    input: { email?: string; integration_id?: string },
  ) {
    return browser.call(finishSingleSignOn, await start(browser, subject, input))
  }
  /** An account with a password whose address is in a company's domain. */
  async function account(domain: string) {
    const known = await server.seed.user()
    const email = `known@${domain}`
    await server.ctx.transaction((tx) =>
      tx.updateTable('app_user').set({ email }).where('id', '=', known.user.id).execute(),
    )
    return { ...known, email }
  }
  return { dns, provider, server, settings, addDomain, company, person, start, passSso, account }
}
