import {
  acceptInvitation,
  assignConversation,
  createTeam,
  deleteTeam,
  getUser,
  applyTeamSaved,
  listTeams,
  type Team,
  teamSaved,
  inviteUser,
  listReceivedInvitations,
  listUsers,
  resendInvitation,
  revokeInvitation,
  setStatus,
  showInvitation,
  takeOver,
  signUp,
  verifyEmail,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const password = 'correct horse battery'
const address = () => `i-${crypto.randomUUID()}@example.com`
const some = [expect.any(String)]

async function invited() {
  const created = await server.seed.integration()
  const email = address()
  const invitation = await created.browser.call(inviteUser, { email, role: 'editor' })
  return { ...created, email, invitation, token: await server.tokenFor(email) }
}
async function join(email: string): Promise<Browser> {
  const browser = server.browser()
  await browser.call(signUp, { name: 'Ján', email, password })
  const mail = await server.eventually(async () =>
    (await server.mailbox.list()).find(({ to, text }) => to === email && text.includes('/verify-email')),
  )
  await browser.call(verifyEmail, { token: /token=([\w-]+)/.exec(mail.text)?.[1] ?? '' })
  return browser
}

test('S6.02 S7.09 S7.11 S3.04 an invited person joins with the role of the invitation', async () => {
  const { browser: owner, integration_id, email, token } = await invited()
  expect((await owner.call(listUsers, {})).invitations).toMatchObject([
    { email, role: 'editor', state: 'pending' },
  ])
  const jan = await join(email)
  expect(await jan.call(listReceivedInvitations, {})).toMatchObject([
    { integration_name: 'Shop', role: 'editor' },
  ])
  expect(await jan.call(showInvitation, { token })).toMatchObject({ email, integration_name: 'Shop' })
  expect(await jan.call(acceptInvitation, { token })).toMatchObject({ id: integration_id, role: 'editor' })
  const after = await owner.call(listUsers, {})
  expect(after.invitations).toEqual([])
  expect(after.users.map(({ role }) => role)).toEqual(['owner', 'editor'])
})

test('REL-04 accepting joins the invitation’s teams except deleted ones; the other members get an event', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const [sales, returns, deleted] = await Promise.all(
    ['Sales', 'Returns', 'Gone'].map((name) => browser.call(createTeam, { integration_id, name })),
  )
  if (!sales || !returns || !deleted) throw new Error('three teams were made')
  const email = address()
  const team_ids = [sales.id, deleted.id, returns.id, sales.id]
  const created = await browser.call(inviteUser, { email, team_ids })
  expect(created.team_ids).toEqual([deleted.id, returns.id, sales.id])
  await browser.call(deleteTeam, { integration_id, team_id: deleted.id })
  const invitation = (await browser.call(listUsers, {})).invitations[0]
  expect(invitation?.team_ids).toEqual([returns.id, sales.id])
  const renewed = await browser.call(resendInvitation, { integration_id, invitation_id: created.id })
  expect(renewed.team_ids).toEqual([returns.id, sales.id])

  const jan = await join(email)
  const { id: user_id } = await jan.call(getUser, {})
  const before = await browser.call(listTeams, { integration_id })
  const events = server.watch(teamSaved.channel({ integration_id }), teamSaved.name)
  await jan.call(acceptInvitation, { invitation_id: created.id })
  const after = await jan.call(listTeams, { integration_id })
  expect(after.map(({ name, member_ids }) => [name, member_ids])).toEqual([
    ['Returns', [user_id]],
    ['Sales', [user_id]],
  ])
  await server.eventually(() => (events.length === 2 ? true : undefined))
  // The event has the type of the contract.
  const notified = events.map(({ data }) => data as Team)
  expect([...notified, ...notified].reduce<Team[]>(applyTeamSaved, before)).toEqual(after)
})

test('SEC-10 422: invitations to a team of another workspace, or to a missing one, are rejected', async () => {
  const { browser } = await server.seed.integration()
  const other = await server.seed.integration()
  const { integration_id } = other
  const team = await other.browser.call(createTeam, { integration_id, name: 'Theirs' })
  for (const id of [team.id, crypto.randomUUID()])
    await expect(browser.call(inviteUser, { email: address(), team_ids: [id] })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { team_ids: some },
    })
  expect((await browser.call(listUsers, {})).invitations).toEqual([])
})

test('SEC-07 422: for another address, twice, after a revocation, after seven days', async () => {
  const other = await server.seed.user()
  const first = await invited()
  await expect(other.browser.call(acceptInvitation, { token: first.token })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { token: some },
  })
  const jan = await join(first.email)
  await jan.call(acceptInvitation, { token: first.token })
  await expect(jan.call(acceptInvitation, { token: first.token })).rejects.toMatchObject({
    code: 'invalid_input',
  })

  const revoked = await invited()
  await revoked.browser.call(revokeInvitation, {
    integration_id: revoked.integration_id,
    invitation_id: revoked.invitation.id,
  })
  await expect(
    (await join(revoked.email)).call(acceptInvitation, { token: revoked.token }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  const about = (await server.mailbox.list()).filter(
    ({ to, text }) => to === revoked.email && text.includes('/invitation'),
  )
  expect(about).toHaveLength(1)

  const late = await invited()
  const person = await join(late.email)
  await server.later(7 * day_ms + 1000, async () => {
    person.cookies.delete('XSRF-TOKEN')
    await expect(person.call(acceptInvitation, { token: late.token })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

test('SEC-07 the role comes from the invitation and the workspace from its link, regardless of the request', async () => {
  const { integration_id, email, token } = await invited()
  const other = await server.seed.integration()
  const jan = await join(email)
  const reply = await jan.request(
    'POST',
    acceptInvitation.path,
    { token, role: 'owner', integration_id: other.integration_id },
    { 'x-integration-id': other.integration_id },
  )
  expect([reply.statusCode, reply.json().data]).toEqual([
    200,
    expect.objectContaining({ id: integration_id, role: 'editor' }),
  ])
  expect((await server.me(jan)).integrations.map(({ id }) => id)).toEqual([integration_id])
})

test('SEC-07 409: an unverified user can’t accept', async () => {
  const { email, token } = await invited()
  const jan = server.browser()
  await jan.call(signUp, { name: 'Ján', email, password })
  await expect(jan.call(acceptInvitation, { token })).rejects.toMatchObject({ code: 'email_unverified' })
})

test('SEC-07 SEC-18 of twenty concurrent acceptances exactly one succeeds', async () => {
  const { email, token } = await invited()
  const jan = await join(email)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => jan.call(acceptInvitation, { token })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a resent invitation has a new link; the old one is void', async () => {
  const { browser, integration_id, invitation, email, token } = await invited()
  await browser.call(resendInvitation, { integration_id, invitation_id: invitation.id })
  const fresh = await server.eventually(async () => {
    const now = await server.tokenFor(email)
    return now === token ? undefined : now
  })
  const jan = await join(email)
  await expect(jan.call(acceptInvitation, { token })).rejects.toMatchObject({ code: 'invalid_input' })
  await jan.call(acceptInvitation, { token: fresh })
})

test('S5.05 422: members, invited people and invalid addresses are rejected on `email`', async () => {
  const { browser, email, owner } = await invited()
  for (const wrong of [email.toUpperCase(), owner.email, 'nope', '']) {
    await expect(browser.call(inviteUser, { email: wrong })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { email: some },
    })
  }
})

test('SEC-07 no one can be invited as owner', async () => {
  const { browser } = await server.seed.integration()
  const reply = await browser.request('PUT', '/api/integration/user-invite', {
    email: address(),
    role: 'owner',
  })
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json().errors)).toEqual(['role'])
})

test('404: another workspace’s invitation isn’t found', async () => {
  const { invitation } = await invited()
  const { browser, integration_id } = await server.seed.integration()
  const revoke = browser.call(revokeInvitation, { integration_id, invitation_id: invitation.id })
  await expect(revoke).rejects.toMatchObject({ code: 'not_found' })
})

test('the page’s workspace is used, not the one that another tab activated', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await browser.request('PUT', '/api/integration', { name: 'Other', url: 'https://other.example' })
  const email = address()
  await browser.request(
    'PUT',
    '/api/integration/user-invite',
    { email },
    { 'x-integration-id': integration_id },
  )
  const there = await browser.request('GET', '/api/integration/users', undefined, {
    'x-integration-id': integration_id,
  })
  expect(there.json().data.invitations).toMatchObject([{ email }])
  expect((await browser.call(listUsers, {})).invitations).toEqual([])
})

test('SEC-42 a name in an email adds no link and no line', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await browser.request('PUT', `/api/integration/${integration_id}`, {
    name: 'Win! https://evil.example <b>now</b>',
  })
  const email = address()
  await browser.call(inviteUser, { email })
  const mail = await server.mailTo(email)
  expect(mail.html).not.toContain('<b>now')
  expect(mail.html).not.toContain('https://evil')
})

test('S2.11 S7.11 members are listed with their last activity and open conversations', async () => {
  const { browser, integration_id, conversation_id, user } = await server.seed.conversation()
  const { browser: jan, user: agent } = await server.seed.member(integration_id, 'agent')
  const load = async () =>
    (await jan.call(listUsers, {})).users.map(({ user_id, open_conversations, last_seen_at }) => [
      user_id,
      open_conversations,
      last_seen_at !== null,
    ])
  // he hasn't been here yet: his session starts without a workspace
  const first = await browser.call(listUsers, {})
  expect(first.users.map(({ last_seen_at }) => last_seen_at !== null)).toEqual([true, false])
  await jan.request('GET', `/api/user-integration/activate/${integration_id}`, undefined, {
    'sec-fetch-site': 'same-origin',
  })
  expect(await load()).toEqual([
    [user.id, 0, true],
    [agent.id, 0, true],
  ])
  const conversation = { integration_id, conversation_id }
  await browser.call(takeOver, conversation)
  expect(await load()).toEqual([
    [user.id, 1, true],
    [agent.id, 0, true],
  ])
  await browser.call(assignConversation, { ...conversation, assignee_id: agent.id })
  expect(await load()).toEqual([
    [user.id, 0, true],
    [agent.id, 1, true],
  ])
  await browser.call(setStatus, { ...conversation, status: 'resolved' })
  expect(await load()).toEqual([
    [user.id, 0, true],
    [agent.id, 0, true],
  ])
})

test('SEC-10 a member’s conversations and last activity in another workspace aren’t shown', async () => {
  const a = await server.seed.conversation()
  await a.browser.call(takeOver, { integration_id: a.integration_id, conversation_id: a.conversation_id })
  const b = await server.seed.integration()
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('member')
      .values({ integration_id: b.integration_id, user_id: a.user.id, role: 'agent' })
      .execute(),
  )
  const { users } = await b.browser.call(listUsers, {})
  expect(users.find(({ user_id }) => user_id === a.user.id)).toMatchObject({
    open_conversations: 0,
    last_seen_at: null,
  })
})
