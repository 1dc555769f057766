import {
  createIntegration,
  getIntegration,
  getUser,
  leaveTeam,
  linkSingleSignOn,
  listAuditEntries,
  listSsoLinks,
  listUsers,
  removeSsoLink,
  updateSingleSignOn,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { ssoScene } from './test/sso-scene.ts'

const { server, provider, company, person, passSso, account } = await ssoScene()

/** An account with a password, linked to a company's provider. */
async function linkedAccount(to?: Awaited<ReturnType<typeof company>>) {
  const workspace = to ?? (await company())
  const known = await account(workspace.domain)
  const subject = person(known.email)
  const browser = server.browser()
  await passSso(browser, subject, { email: known.email })
  await browser.call(linkSingleSignOn, { password: known.password })
  const [link] = await browser.call(listSsoLinks, {})
  return { ...workspace, ...known, owner: workspace.browser, browser, subject, link: link! }
}

test('SEC-06 SEC-52 a removed link signs no one in, ends the sessions it started, and is announced', async () => {
  const { browser, owner, integration_id, email, password, user, subject, link } = await linkedAccount()
  expect(link).toEqual({
    id: expect.any(String),
    workspace_name: 'Shop',
    provider_host: provider.host,
    linked_at: expect.any(String),
  })
  await owner.call(updateSingleSignOn, { integration_id, is_required: true })
  const phone = server.browser()
  await passSso(phone, subject, { integration_id })
  const desk = await server.signIn(email, password)

  await browser.call(removeSsoLink, { sso_link_id: link.id })
  expect(await browser.call(listSsoLinks, {})).toEqual([])
  await expect(phone.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  // Without the link, this session is one of the password, like the third.
  for (const each of [browser, desk]) {
    expect(await each.call(getUser, {})).toMatchObject({ id: user.id, sso_integration_id: null })
    await expect(each.call(getIntegration, { integration_id })).rejects.toMatchObject({
      code: 'single_sign_on_required',
    })
  }
  const { items } = await owner.call(listAuditEntries, { integration_id, area: 'sign_in' })
  expect(items[0]).toMatchObject({ action: 'sso_unlinked', actor_id: user.id })
  await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject: title }) =>
        to === email && title === 'Your account was disconnected from single sign-on',
    ),
  )
  // The provider asks for the password again, and the link is a new one.
  const again = await passSso(browser, subject, { integration_id })
  expect(again).toEqual({ needs_password: true, email })
  await browser.call(linkSingleSignOn, { password })
  await browser.call(getIntegration, { integration_id })
  expect((await browser.call(listSsoLinks, {})).map(({ id }) => id)).not.toContain(link.id)
})

test('a new link is recorded in its workspace, not in the other workspaces of the account', async () => {
  const shop = await company()
  const known = await account(shop.domain)
  const desk = await server.signIn(known.email, known.password)
  const own = await desk.call(createIntegration, { name: 'Own', url: 'https://own.example' })
  const browser = server.browser()
  await passSso(browser, person(known.email), { email: known.email })
  await browser.call(linkSingleSignOn, { password: known.password })
  const actionsIn = async (reader: typeof desk, integration_id: string) => {
    const { items } = await reader.call(listAuditEntries, { integration_id, area: 'sign_in' })
    return items.map(({ action }) => action)
  }
  expect(await actionsIn(shop.browser, shop.integration_id)).toContain('sso_linked')
  expect(await actionsIn(desk, own.id)).not.toContain('sso_linked')
})

test('a link can be removed after leaving the workspace, and other workspaces’ links stay', async () => {
  const shop = await company()
  const jana = await linkedAccount(shop)
  const other = await company()
  const claims = person(`jana@${other.domain}`)
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('sso_identity')
      .values({
        integration_id: other.integration_id,
        issuer: provider.issuer,
        subject: claims,
        user_id: jana.user.id,
        linked_at: new Date().toISOString(),
        last_used_at: new Date().toISOString(),
      })
      .execute(),
  )
  const desk = await server.signIn(jana.email, jana.password)
  await desk.call(leaveTeam, { integration_id: shop.integration_id })
  expect(await desk.call(listSsoLinks, {})).toHaveLength(2)
  await desk.call(removeSsoLink, { sso_link_id: jana.link.id })
  expect(await desk.call(listSsoLinks, {})).toHaveLength(1)
  expect(await passSso(server.browser(), claims, other)).toMatchObject({ user: { id: jana.user.id } })
  expect(await passSso(server.browser(), jana.subject, shop)).toMatchObject({ needs_password: true })
})

test('SEC-10 404: another person’s link isn’t listed and can’t be removed', async () => {
  const jana = await linkedAccount()
  const { browser: stranger } = await server.seed.user()
  expect(await stranger.call(listSsoLinks, {})).toEqual([])
  for (const other of [stranger, jana.owner])
    await expect(other.call(removeSsoLink, { sso_link_id: jana.link.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  expect(await jana.browser.call(listSsoLinks, {})).toEqual([jana.link])
})

test.each(['not-an-id', '%00', '%E0%A4%A', "'%20or%20true--", '..%2F..%2Fuser', 'a'.repeat(200)])(
  'SEC-13 no link has the id %s',
  async (id) => {
    const { browser } = await server.seed.user()
    const reply = await browser.request('DELETE', `/api/account/single-sign-on/${id}`)
    expect([400, 404, 414, 422]).toContain(reply.statusCode)
  },
)

test('a member leaves a workspace that requires single sign-on, with a session that can’t open it', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const agent = await server.seed.member(integration_id, 'agent')
  const jana = server.browser()
  await passSso(jana, person(`jana@${domain}`), { email: `jana@${domain}` })
  await owner.call(updateSingleSignOn, { integration_id, is_required: true })
  await expect(agent.browser.call(getIntegration, { integration_id })).rejects.toMatchObject({
    code: 'single_sign_on_required',
  })
  await agent.browser.call(leaveTeam, { integration_id })
  expect((await agent.browser.call(getUser, {})).integrations).toEqual([])
  const { users } = await owner.call(listUsers, { integration_id })
  expect(users.map(({ user_id }) => user_id)).not.toContain(agent.user.id)
})

test('403 a session of one workspace’s provider can’t leave another workspace', async () => {
  const { browser, integration_id, subject, ...jana } = await linkedAccount()
  const other = await company()
  const own = await browser.call(createIntegration, { name: 'Own', url: 'https://own.example' })
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('member')
      .values({ integration_id: other.integration_id, user_id: jana.user.id, role: 'agent' })
      .execute(),
  )
  const byProvider = server.browser()
  await passSso(byProvider, subject, { integration_id })
  for (const id of [own.id, other.integration_id])
    await expect(byProvider.call(leaveTeam, { integration_id: id })).rejects.toMatchObject({
      code: 'password_required',
    })
})
