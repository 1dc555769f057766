import {
  addPasskey,
  changeEmail,
  changePassword,
  confirmTwoFactor,
  endOtherSignIns,
  endSignIn,
  getOwnMember,
  getTwoFactor,
  type Input,
  listPasskeys,
  listSignIns,
  listSsoLinks,
  removeAvatar,
  removePasskey,
  removeSsoLink,
  renamePasskey,
  renewRecoveryCodes,
  signInsChanged,
  startPasskey,
  startTwoFactor,
  stopTwoFactor,
  updateOwnWorkSettings,
  updateProfile,
  uploadAvatar,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { refetchSession, useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { sendForm } from '#platform/calls/send-form.ts'
import { leave } from '#dashboard/users'

export const signInsQuery = queryOptions({ queryKey: ['sign-ins'], queryFn: () => call(listSignIns, {}) })
/** The user's sessions, live. */
export function useSignIns() {
  const { id: user_id } = useUser()
  useInvalidateOn(signInsQuery, signInsChanged, { user_id })
  return useQuery(signInsQuery)
}
export async function endSession(sign_in_id: string) {
  await call(endSignIn, { sign_in_id })
  await queryClient.invalidateQueries(signInsQuery)
}
export async function endOtherSessions() {
  await call(endOtherSignIns, {})
  await queryClient.invalidateQueries(signInsQuery)
}

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: () => call(getTwoFactor, {}),
})
export const useTwoFactor = () => useQuery(twoFactorQuery)
/** Workspace access may have changed with it. */
async function refetchFactors() {
  await Promise.all([
    queryClient.invalidateQueries(twoFactorQuery),
    queryClient.invalidateQueries(signInsQuery),
    refetchSession(),
  ])
}
/** @returns the key, which becomes active once a code is confirmed */
export const startSecondFactor = () => call(startTwoFactor, {})
/** @returns the recovery codes, which are shown only once */
export async function confirmSecondFactor(code: string) {
  const reply = await call(confirmTwoFactor, { code })
  await refetchFactors()
  return reply
}
export async function renewCodes() {
  const reply = await call(renewRecoveryCodes, {})
  await queryClient.invalidateQueries(twoFactorQuery)
  return reply
}
export async function stopSecondFactor() {
  await call(stopTwoFactor, {})
  await refetchFactors()
}

export async function choosePassword(new_password: string) {
  await call(changePassword, { new_password })
  await queryClient.invalidateQueries(signInsQuery)
}

export async function saveProfile(fields: Input<typeof updateProfile>) {
  await call(updateProfile, fields)
  await refetchSession()
}
export async function savePicture(file: File) {
  await sendForm(uploadAvatar, {}, { file })
  await refetchSession()
}
export async function deletePicture() {
  await call(removeAvatar, {})
  await refetchSession()
}
/** The confirmation link goes to the new address, a notification to the old one. */
export const requestEmailChange = (email: string) => call(changeEmail, { email })

const ownMemberQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['own-member', { integration_id }],
    queryFn: () => call(getOwnMember, { integration_id }),
  })
/** The user's own membership in a workspace. */
export const useOwnMember = (integration_id: string) => useQuery(ownMemberQuery(integration_id))
export async function saveOwnMember(
  integration_id: string,
  fields: Omit<Input<typeof updateOwnWorkSettings>, 'integration_id'>,
) {
  await call(updateOwnWorkSettings, { integration_id, ...fields })
  await queryClient.invalidateQueries(ownMemberQuery(integration_id))
}

export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => call(listPasskeys, {}) })
export const usePasskeys = () => useQuery(passkeysQuery)
/** Workspace access may have changed with them. */
const refetchPasskeys = () => Promise.all([queryClient.invalidateQueries(passkeysQuery), refetchSession()])
/** @returns false if the user or browser created none */
export async function createPasskey(name: string): Promise<boolean> {
  const optionsJSON = await call(startPasskey, {})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const registration = await startRegistration({ optionsJSON }).catch(() => undefined)
  if (!registration) return false
  const { clientDataJSON, attestationObject, transports } = registration.response
  const response = { clientDataJSON, attestationObject, transports }
  await call(addPasskey, { name, credential: { id: registration.id, response } })
  await refetchPasskeys()
  return true
}
export async function callPasskey(passkey_id: string, name: string) {
  await call(renamePasskey, { passkey_id, name })
  await queryClient.invalidateQueries(passkeysQuery)
}
export async function deletePasskey(passkey_id: string) {
  await call(removePasskey, { passkey_id })
  await refetchPasskeys()
}

export const ssoLinksQuery = queryOptions({
  queryKey: ['sso-links'],
  queryFn: () => call(listSsoLinks, {}),
})
export const useSsoLinks = () => useQuery(ssoLinksQuery).data ?? []
/** Other sessions that used the link have ended, and this one may have lost access to the workspace. */
export async function unlinkSso(sso_link_id: string) {
  await call(removeSsoLink, { sso_link_id })
  await Promise.all([
    queryClient.invalidateQueries(ssoLinksQuery),
    queryClient.invalidateQueries(signInsQuery),
    refetchSession(),
  ])
}
/** Leaves a workspace that the session can't open: its members can't be listed, so no one takes over. */
export async function leaveBlocked(integration_id: string) {
  await leave(integration_id, null)
  await Promise.all([refetchSession(), queryClient.invalidateQueries({ queryKey: ['integrations'] })])
}
