import type { PasskeyProof, PasskeyQuestion } from '@ozvi/contract'

/** Asks the browser for a passkey. @returns undefined if the user or browser provided none */
export async function passkeyProof(optionsJSON: PasskeyQuestion): Promise<PasskeyProof | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const assertion = await startAuthentication({ optionsJSON }).catch(() => undefined)
  if (!assertion) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle } = assertion.response
  return { id: assertion.id, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
