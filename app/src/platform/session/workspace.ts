import type { CurrentUser, Integration } from '@ozvi/contract'

/** The workspace in a URL, by id or public key. */
export const workspaceAt = (user: CurrentUser, named: string | undefined): Integration | undefined =>
  user.integrations.find(({ id, public_key }) => id === named || public_key === named)
