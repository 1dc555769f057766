import {
  acceptInvitation,
  changeEmail,
  changePassword,
  forgotPassword,
  getUser,
  inviteUser,
  listAuditEntries,
  listPasskeys,
  listReceivedInvitations,
  resendVerification,
  resetPassword,
  revokeInvitation,
  showPasswordReset,
  signIn,
  signInByPasskey,
  signUp,
  startPasskeySignIn,
  undoEmailChange,
  verifyEmail,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { addKey, password, turnOnTwoFactor } from '../../../test/second-factors.ts'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const address = () => `link-${crypto.randomUUID()}@example.com`
const other = 'my very own words'
const some = [expect.any(String)]
const invalid = (field: string) => ({ code: 'invalid_input', errors: { [field]: some } })
const signedOut = { code: 'unauthenticated' }

/** The secret of the newest email to an address that links to a page. */
const linkTo = (email: string, page: string) =>
  server.eventually(async () => {
    for (const { to, text } of await server.mailbox.list()) {
      const [, token] = new RegExp(`${page}\\?token=([\\w-]+)`).exec(text) ?? []
      if (to === email && token) return token
    }
    return undefined
  })
const mailsTo = async (email: string) => (await server.mailbox.list()).filter(({ to }) => to === email)
async function resetLink(email: string) {
  await server.browser().call(forgotPassword, { email })
  return linkTo(email, 'reset-password')
}
const reset = (token: string, more: { password?: string; remove_passkey_ids?: string[] } = {}) =>
  server.browser().call(resetPassword, { token, password: other, ...more })
/** Someone who signed up with an address and hasn't confirmed it. */
async function otherUser(email: string) {
  const browser = server.browser()
  await browser.call(signUp, { name: 'Mallory', email, password })
  return browser
}
/** A requested change of address that isn't confirmed yet. */
async function query(browser: Browser) {
  const next = address()
  await browser.call(changeEmail, { email: next })
  return { next, token: await linkTo(next, 'verify-email') }
}

test('422 SEC-08 a link that changes the address stops working when the password is reset or changed', async () => {
  const ann = await server.seed.user()
  const first = await query(ann.browser)
  await reset(await resetLink(ann.email))
  await expect(server.browser().call(verifyEmail, { token: first.token })).rejects.toMatchObject(
    invalid('token'),
  )
  expect((await server.me(await server.signIn(ann.email, other))).email).toBe(ann.email)

  const bob = await server.seed.user()
  const second = await query(bob.browser)
  await bob.browser.call(changePassword, { new_password: other })
  await expect(bob.browser.call(verifyEmail, { token: second.token })).rejects.toMatchObject(invalid('token'))
  expect((await server.me(bob.browser)).email).toBe(bob.email)
})

test('422 SEC-08 a reset link stops working when the password or the address changes', async () => {
  const ann = await server.seed.user()
  const first = await resetLink(ann.email)
  await ann.browser.call(changePassword, { new_password: other })
  await expect(reset(first)).rejects.toMatchObject(invalid('token'))

  const bob = await server.seed.user()
  const second = await resetLink(bob.email)
  const { next, token } = await query(bob.browser)
  await bob.browser.call(verifyEmail, { token })
  await expect(reset(second)).rejects.toMatchObject(invalid('token'))
  await expect(server.browser().call(showPasswordReset, { token: second })).rejects.toMatchObject(
    invalid('token'),
  )
  expect((await server.me(await server.signIn(next, password))).email).toBe(next)
})

test('SEC-08 SEC-52 the former address is notified when a change happens, and can restore it for seven days', async () => {
  const { browser, email, integration_id } = await server.seed.integration()
  const elsewhere = await server.signIn(email, password)
  const { next, token } = await query(browser)
  expect((await mailsTo(email)).some(({ subject }) => /was changed/.test(subject))).toBe(false)
  await browser.call(verifyEmail, { token })
  await expect(elsewhere.call(getUser, {})).rejects.toMatchObject(signedOut)
  const undo = await linkTo(email, 'undo-email-change')
  // The attacker adds a passkey and an app, resets the password, and changes the address again.
  const { key } = await addKey(browser)
  await turnOnTwoFactor(server, browser)
  await reset(await resetLink(next))

  // No one else can take the address in the meantime.
  const squatter = server.browser().call(signUp, { name: 'Mallory', email, password })
  await expect(squatter).rejects.toMatchObject(invalid('email'))

  const restored = await server.browser().call(undoEmailChange, { token: undo })
  expect(restored.email).toBe(email)
  for (const [who, words] of [
    [email, other],
    [email, password],
    [next, other],
  ] as const)
    await expect(server.signIn(who, words)).rejects.toMatchObject(invalid('email'))
  const { challenge } = await server.browser().call(startPasskeySignIn, {})
  await expect(
    server.browser().call(signInByPasskey, { credential: key.get(challenge) }),
  ).rejects.toMatchObject(invalid('passkey'))
  await reset(restored.reset_token, { password: 'restored by its owner' })
  const owner = await server.signIn(email, 'restored by its owner')
  expect((await server.me(owner)).email).toBe(email)
  const { items } = await owner.call(listAuditEntries, { integration_id, area: 'sign_in' })
  const acts = items.map(({ action, subject }) => [action, subject]).reverse()
  expect(acts.filter(([action = '']) => /^email_|^password_/.test(action))).toEqual([
    ['email_changed', next],
    ['password_reset', ''],
    ['email_change_undone', email],
    ['password_reset', ''],
  ])
  await expect(server.browser().call(undoEmailChange, { token: undo })).rejects.toMatchObject(
    invalid('token'),
  )
})

test('SEC-08 restoring an address removes ways to sign in added in the week before the change, and keeps older ones', async () => {
  const ann = await server.seed.user()
  await turnOnTwoFactor(server, ann.browser)
  const recent = await addKey(ann.browser)
  const change = await query(ann.browser)
  await ann.browser.call(verifyEmail, { token: change.token })
  const undo = await linkTo(ann.email, 'undo-email-change')
  const { reset_token } = await server.browser().call(undoEmailChange, { token: undo })
  await reset(reset_token, { password: 'restored by its owner' })
  // Without a second factor.
  await server.signIn(ann.email, 'restored by its owner')
  const signInWith = async ({ key }: typeof recent) => {
    const browser = server.browser()
    const { challenge } = await browser.call(startPasskeySignIn, {})
    return browser.call(signInByPasskey, { credential: key.get(challenge) })
  }
  await expect(signInWith(recent)).rejects.toMatchObject(invalid('passkey'))

  const bob = await server.seed.user()
  const old = await addKey(bob.browser)
  await server.later(8 * day_ms, async () => {
    const browser = await server.signIn(bob.email, password)
    const { token } = await query(browser)
    await browser.call(verifyEmail, { token })
    await server.browser().call(undoEmailChange, { token: await linkTo(bob.email, 'undo-email-change') })
    await signInWith(old)
  })
})

test('422 SEC-08 undoing the first of two changes voids the link that undoes the second, and after seven days none works', async () => {
  const { browser, email } = await server.seed.user()
  const first = await query(browser)
  await browser.call(verifyEmail, { token: first.token })
  const second = await query(browser)
  await browser.call(verifyEmail, { token: second.token })
  const undoSecond = await linkTo(first.next, 'undo-email-change')
  const undoFirst = await linkTo(email, 'undo-email-change')
  await server.browser().call(undoEmailChange, { token: undoFirst })
  await expect(server.browser().call(undoEmailChange, { token: undoSecond })).rejects.toMatchObject(
    invalid('token'),
  )

  const bob = await server.seed.user()
  const change = await query(bob.browser)
  await bob.browser.call(verifyEmail, { token: change.token })
  const late = await linkTo(bob.email, 'undo-email-change')
  await server.later(7 * day_ms + 1000, async () => {
    await expect(server.browser().call(undoEmailChange, { token: late })).rejects.toMatchObject(
      invalid('token'),
    )
    await server.browser().call(signUp, { name: 'Eva', email: bob.email, password })
  })
})

test('SEC-18 of twenty concurrent requests to undo one change exactly one succeeds', async () => {
  const { browser, email } = await server.seed.user()
  const { token } = await query(browser)
  await browser.call(verifyEmail, { token })
  const undo = await linkTo(email, 'undo-email-change')
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => server.browser().call(undoEmailChange, { token: undo })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('SEC-06 SEC-07 a confirmation link opened by the owner of the mailbox takes the account from its creator', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const email = address()
  const mallory = await otherUser(email)
  browser.headers['x-integration-id'] = integration_id
  await browser.call(inviteUser, { email, role: 'admin' })
  const confirmed = await server.browser().call(verifyEmail, { token: await linkTo(email, 'verify-email') })
  expect(confirmed).toEqual({ email, reset_token: expect.stringMatching(/^[\w-]{43}$/) })

  await expect(mallory.call(listReceivedInvitations, {})).rejects.toMatchObject(signedOut)
  await expect(mallory.call(signIn, { email, password })).rejects.toMatchObject(invalid('email'))
  await reset(confirmed.reset_token ?? '')
  const owner = await server.signIn(email, other)
  expect(await owner.call(listReceivedInvitations, {})).toHaveLength(1)
  expect((await server.me(owner)).email_verified_at).not.toBeNull()
})

test('SEC-06 another user’s session counts as none', async () => {
  const email = address()
  const mallory = await otherUser(email)
  const { browser: ceo, email: own } = await server.seed.user()
  const confirmed = await ceo.call(verifyEmail, { token: await linkTo(email, 'verify-email') })
  expect(confirmed.reset_token).toEqual(expect.any(String))
  expect((await server.me(ceo)).email).toBe(own)
  await expect(mallory.call(getUser, {})).rejects.toMatchObject(signedOut)
})

test('422 SEC-06 an existing account changes its address only in its own session', async () => {
  const { browser: owner, integration_id } = await server.seed.integration()
  owner.headers['x-integration-id'] = integration_id
  const mallory = await server.seed.user({ name: 'Mallory' })
  const { next, token } = await query(mallory.browser)
  await owner.call(inviteUser, { email: next, role: 'admin' })
  // Otherwise Mallory could undo the change after the owner of the mailbox has joined the workspace.
  for (const ceo of [server.browser(), (await server.seed.user()).browser])
    await expect(ceo.call(verifyEmail, { token })).rejects.toMatchObject(invalid('token'))
  expect((await server.me(mallory.browser)).email).toBe(mallory.email)
  expect((await mailsTo(mallory.email)).some(({ text }) => text.includes('undo-email-change'))).toBe(false)
  const ceo = server.browser()
  const invitation_token = await linkTo(next, 'invitation')
  await ceo.call(signUp, { name: 'CEO', email: next, password, invitation_token })
  await ceo.call(acceptInvitation, { token: invitation_token })

  // The link still works for the account's own session.
  const bob = await server.seed.user()
  const change = await query(bob.browser)
  await expect(server.browser().call(verifyEmail, { token: change.token })).rejects.toMatchObject(
    invalid('token'),
  )
  expect(await bob.browser.call(verifyEmail, { token: change.token })).toEqual({ email: change.next })
})

test('SEC-06 SEC-07 an invitation’s link confirms only the address it was sent to', async () => {
  const { browser, integration_id } = await server.seed.integration()
  browser.headers['x-integration-id'] = integration_id
  const invited = async () => {
    const email = address()
    const { id } = await browser.call(inviteUser, { email })
    return { id, email, token: await linkTo(email, 'invitation') }
  }
  const join = async (email: string, invitation_token: string) => {
    const guest = server.browser()
    const user = await guest.call(signUp, { name: 'Jana', email, password, invitation_token })
    return { guest, user }
  }
  const good = await invited()
  const { guest, user } = await join(good.email.toUpperCase(), good.token)
  expect(user.email_verified_at).toEqual(expect.any(String))
  expect(await mailsTo(good.email)).toHaveLength(1)
  expect(await guest.call(acceptInvitation, { token: good.token })).toMatchObject({ id: integration_id })
  // Used, revoked, expired, someone else's, or made up: the address has to be confirmed.
  const unproven = async (email: string, token: string) =>
    expect((await join(email, token)).user.email_verified_at).toBeNull()
  await unproven(address(), good.token)
  const revoked = await invited()
  await browser.call(revokeInvitation, { integration_id, invitation_id: revoked.id })
  await unproven(revoked.email, revoked.token)
  const late = await invited()
  await server.later(8 * day_ms, () => unproven(late.email, late.token))
  await unproven(address(), (await invited()).token)
  await unproven(address(), 'made-up')
})

test('SEC-03 correcting an address doesn’t reveal whether it has an account', async () => {
  const { email: existing } = await server.seed.user()
  const visible = async (expected: string) => {
    const eva = await otherUser(address())
    const { email: _, ...reply } = await eva.call(changeEmail, { email: expected })
    const { email } = await server.me(eva)
    expect(email).toBe(expected)
    expect((await eva.call(resendVerification, {})).email).toBe(expected)
    return reply
  }
  const unknown = address()
  expect(await visible(existing)).toEqual(await visible(unknown))
  await linkTo(unknown, 'verify-email')
  const notified = await server.eventually(async () => {
    const mails = (await mailsTo(existing)).filter(({ subject }) => subject === 'You already have an account')
    return mails.length > 0 ? mails : undefined
  })
  // It contains no names, and its link doesn't sign anyone in.
  expect(notified[0]?.text).not.toMatch(/token=|Mallory/)
})

test('SEC-08 a corrected address is confirmed by its own link, and the first link stops working', async () => {
  const typo = address()
  const eva = await otherUser(typo)
  const first = await linkTo(typo, 'verify-email')
  const right = address()
  await eva.call(changeEmail, { email: right })
  await expect(eva.call(verifyEmail, { token: first })).rejects.toMatchObject(invalid('token'))
  await eva.call(verifyEmail, { token: await linkTo(right, 'verify-email') })
  expect(await server.me(eva)).toMatchObject({ email: right, email_verified_at: expect.any(String) })
  expect((await server.me(await server.signIn(right, password))).email).toBe(right)
  await expect(server.signIn(typo, password)).rejects.toMatchObject(invalid('email'))
})

test('SEC-08 a reset lists the account’s passkeys and removes the selected ones', async () => {
  const { browser, email } = await server.seed.user()
  const laptop = await addKey(browser, 'Laptop')
  const planted = await addKey(browser, 'Planted')
  const token = await resetLink(email)
  const visible = await server.browser().call(showPasswordReset, { token })
  expect(visible).toMatchObject({ email, passkeys: [{ name: 'Laptop' }, { name: 'Planted' }] })
  const stranger_id = (await addKey((await server.seed.user()).browser)).passkey.id
  await reset(token, { remove_passkey_ids: [planted.passkey.id, stranger_id] })
  const owner = await server.signIn(email, other)
  expect((await owner.call(listPasskeys, {})).map(({ name }) => name)).toEqual(['Laptop'])
  const mail = await server.eventually(async () =>
    (await mailsTo(email)).find(({ subject }) => subject === 'Your password was reset'),
  )
  expect(mail.text).toContain('Your passkeys still work')
  const byKey = async ({ key }: typeof laptop) => {
    const { challenge } = await server.browser().call(startPasskeySignIn, {})
    return server.browser().call(signInByPasskey, { credential: key.get(challenge) })
  }
  expect(await byKey(laptop)).toMatchObject({ email })
  await expect(byKey(planted)).rejects.toMatchObject(invalid('passkey'))
  await expect(server.browser().call(showPasswordReset, { token })).rejects.toMatchObject(invalid('token'))
})
