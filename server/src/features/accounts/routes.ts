import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/context/config.ts'
import type { On } from '#platform/http/mount.ts'
import { type Limit, ipPrefix } from '#platform/http/rate-limits.ts'
import * as confirmation from './confirmation.ts'
import { anyone, signedIn, verified } from './guards.ts'
import * as passkeys from './passkeys/service.ts'
import * as addresses from './addresses.ts'
import * as passwordReset from './password-reset.ts'
import * as service from './service.ts'
import { sessionCookie } from './sessions.ts'
import * as signIns from './sign-ins.ts'
import * as ssoLinks from './sso-links.ts'
import * as twoFactor from './two-factor/service.ts'

const minute_s = 60
const signInLimit: Limit = { name: 'sign-in', points: 10, per_s: 15 * minute_s, is_shared: true }
/** Per network, regardless of the address: limits guessing and the cost of hashing. */
const signInNetworkLimit: Limit = {
  name: 'sign-in-network',
  points: 100,
  per_s: 15 * minute_s,
  is_shared: true,
}
/** Per network: each sign-in makes two requests. */
const passkeyLimit: Limit = { name: 'passkey', points: 60, per_s: 15 * minute_s, is_shared: true }
/** Per network; each account has separate limits for passwords and codes. */
const confirmLimit: Limit = { name: 'confirm', points: 60, per_s: 15 * minute_s, is_shared: true }
const signUpLimit: Limit = { name: 'sign-up', points: 5, per_s: 60 * minute_s, is_shared: true }
const tokenLimit: Limit = { name: 'mail-token', points: 30, per_s: 15 * minute_s, is_shared: true }
const resendLimit: Limit = { name: 'resend', points: 1, per_s: minute_s, is_shared: true }
const forgotLimit: Limit = { name: 'forgot', points: 5, per_s: 60 * minute_s, is_shared: true }
const forgotNetworkLimit: Limit = {
  name: 'forgot-network',
  points: 20,
  per_s: 60 * minute_s,
  is_shared: true,
}

/** Keyed by account and network, so that neither alone locks anyone out. */
const accountAndNetwork = (request: FastifyRequest) => {
  const { email } = (request.body ?? {}) as { email?: unknown }
  return `${typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : ''}|${ipPrefix(request.ip)}`
}

const sessionOrNetwork = (request: FastifyRequest, config: Config) =>
  sessionCookie(config, request) || ipPrefix(request.ip)

const sensitive = confirmation.confirmed(verified)

/** @param findInvitedAddress the address proven by an invitation link */
export const accountRoutes = (findInvitedAddress: service.FindInvitedAddress) => (on: On) => {
  on(contract.signUp, schemas.signUp, anyone, service.signUp(findInvitedAddress), {
    limits: [{ limit: signUpLimit }],
  })
  on(contract.signIn, schemas.signIn, anyone, service.signIn, {
    limits: [{ limit: signInNetworkLimit }, { limit: signInLimit, key: accountAndNetwork }],
    slot: 'entrance',
  })
  on(contract.signOut, schemas.signOut, signedIn, service.signOut)
  on(contract.verifyEmail, schemas.verifyEmail, anyone, addresses.verifyEmail, {
    limits: [{ limit: tokenLimit }],
  })
  on(contract.resendVerification, schemas.resendVerification, signedIn, addresses.resendVerification, {
    limits: [{ limit: resendLimit, key: sessionOrNetwork }],
  })
  on(contract.changeEmail, schemas.changeEmail, signedIn, addresses.changeEmail, {
    limits: [{ limit: tokenLimit }],
  })
  on(contract.undoEmailChange, schemas.undoEmailChange, anyone, addresses.undoEmailChange, {
    limits: [{ limit: tokenLimit }],
  })
  on(contract.forgotPassword, schemas.forgotPassword, anyone, passwordReset.forgotPassword, {
    limits: [{ limit: forgotNetworkLimit }, { limit: forgotLimit, key: accountAndNetwork }],
  })
  on(contract.getConfirmation, schemas.getConfirmation, verified, confirmation.getConfirmation)
  on(
    contract.startPasskeyConfirmation,
    schemas.startPasskeyConfirmation,
    verified,
    passkeys.startPasskeyConfirmation,
    {
      limits: [{ limit: confirmLimit }],
    },
  )
  on(contract.confirmIdentity, schemas.confirmIdentity, verified, confirmation.confirmIdentity, {
    limits: [{ limit: confirmLimit }],
  })
  on(contract.listSignIns, schemas.listSignIns, verified, signIns.listSignIns)
  on(contract.endSignIn, schemas.endSignIn, verified, signIns.endSignIn)
  on(contract.endOtherSignIns, schemas.endOtherSignIns, verified, signIns.endOtherSignIns)
  on(contract.listSsoLinks, schemas.listSsoLinks, verified, ssoLinks.listSsoLinks)
  on(contract.removeSsoLink, schemas.removeSsoLink, sensitive, ssoLinks.removeSsoLink)
  on(contract.getTwoFactor, schemas.getTwoFactor, verified, twoFactor.getTwoFactor)
  on(contract.startTwoFactor, schemas.startTwoFactor, sensitive, twoFactor.startTwoFactor)
  on(contract.confirmTwoFactor, schemas.confirmTwoFactor, verified, twoFactor.confirmTwoFactor)
  on(contract.renewRecoveryCodes, schemas.renewRecoveryCodes, sensitive, twoFactor.renewRecoveryCodes)
  on(contract.stopTwoFactor, schemas.stopTwoFactor, sensitive, twoFactor.stopTwoFactor)
  on(contract.listPasskeys, schemas.listPasskeys, verified, passkeys.listPasskeys)
  on(contract.startPasskey, schemas.startPasskey, sensitive, passkeys.startPasskey)
  on(contract.addPasskey, schemas.addPasskey, sensitive, passkeys.addPasskey)
  on(contract.renamePasskey, schemas.renamePasskey, verified, passkeys.renamePasskey)
  on(contract.removePasskey, schemas.removePasskey, sensitive, passkeys.removePasskey)
  on(contract.startPasskeySignIn, schemas.startPasskeySignIn, anyone, passkeys.startPasskeySignIn, {
    limits: [{ limit: passkeyLimit }],
    slot: 'entrance',
  })
  on(contract.signInByPasskey, schemas.signInByPasskey, anyone, passkeys.signInByPasskey, {
    limits: [{ limit: passkeyLimit }],
    slot: 'entrance',
  })
  on(contract.changePassword, schemas.changePassword, sensitive, passwordReset.changePassword)
  on(contract.showPasswordReset, schemas.showPasswordReset, anyone, passwordReset.showPasswordReset, {
    limits: [{ limit: tokenLimit }],
  })
  on(contract.resetPassword, schemas.resetPassword, anyone, passwordReset.resetPassword, {
    limits: [{ limit: tokenLimit }],
  })
}
