import type { CurrentUser, Integration } from '@ozvi/contract'

/** The workspace in a URL, by id or public key. */
export const workspaceAt = (user: CurrentUser, integrationId: string | undefined): Integration | undefined =>
  user.integrations.find(({ id, public_key }) => id === integrationId || public_key === integrationId)
