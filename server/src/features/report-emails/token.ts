import type { Secrets } from '#platform/secrets/secrets.ts'
import { namesIn, signed } from '#platform/secrets/signing.ts'
import type { MemberKey } from './store.ts'

const purpose = 'report-emails'

/** Unsubscribes one member from the reports of one workspace, and nothing else; never expires. */
export const reportToken = (secrets: Secrets, { integration_id, user_id }: MemberKey): string =>
  signed(secrets, purpose, integration_id, user_id)

export function memberOfToken(secrets: Secrets, token: string): MemberKey | undefined {
  const [integration_id, user_id] = namesIn(secrets, purpose, token) ?? []
  return integration_id && user_id ? { integration_id, user_id } : undefined
}
