import { addPasskey, confirmTwoFactor, startPasskey, startTwoFactor } from '@ozvi/contract'
import { Secret, TOTP } from 'otpauth'
import { authenticator } from './authenticator.ts'
import type { Browser } from './server.ts'

export const password = 'correct horse battery'

/** An authenticator app with one key; `steps` later or earlier than now. */
export const codesOf = (server: { ctx: { now(): number } }, secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (steps = 0) => totp.generate({ timestamp: server.ctx.now() + steps * 30_000 })
}

/** Turns two-factor sign-in on; the session must be confirmed. */
export async function turnOnTwoFactor(server: { ctx: { now(): number } }, browser: Browser) {
  const { secret, uri } = await browser.call(startTwoFactor, {})
  const code = codesOf(server, secret)
  const { codes } = await browser.call(confirmTwoFactor, { code: code() })
  return { secret, uri, code, codes }
}

/** Adds a passkey; the session must be confirmed. */
export async function addKey(browser: Browser, name = 'Laptop') {
  const key = authenticator()
  const { challenge } = await browser.call(startPasskey, {})
  const { id, response } = key.create(challenge)
  const passkey = await browser.call(addPasskey, {
    name,
    credential: { id, response: { ...response, transports: ['internal'] } },
  })
  return { key, passkey }
}
