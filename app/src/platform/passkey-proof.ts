import type { PasskeyProof, PasskeyQuestion } from '@ozvi/contract'

/** Asks the browser for a passkey. @returns undefined if the user or browser provided none */
export async function passkeyProof(optionsJSON: PasskeyQuestion): Promise<PasskeyProof | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const given = await startAuthentication({ optionsJSON }).catch(() => undefined)
  if (!given) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle } = given.response
  return { id: given.id, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
