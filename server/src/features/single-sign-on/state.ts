import { type SingleSignOn, singleSignOnPath } from '@ozvi/contract'
import { assertCanGive, type MemberActor } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { seal, unseal } from '#platform/secrets/encryption.ts'
import type { ProviderSettings } from './provider.ts'
import * as store from './store.ts'

export const redirectUri = ({ config }: Context): string => `${config.app_url}${singleSignOnPath}`

const keyOf = (ctx: Context) => ctx.secrets.derive('single-sign-on')
const locationOf = (integration_id: string) => `single_sign_on|client_secret|${integration_id}`

export const sealSecret = (ctx: Context, integration_id: string, secret: string): Buffer | null =>
  secret === '' ? null : seal(keyOf(ctx), locationOf(integration_id), secret)

export function providerOf(ctx: Context, stored: store.StoredSettings): ProviderSettings {
  const { integration_id, issuer, client_id, client_secret_sealed: sealed } = stored
  const client_secret = sealed ? unseal(keyOf(ctx), locationOf(integration_id), sealed) : ''
  return { issuer, client_id, client_secret }
}

/** The settings as members who manage the team see them. */
export async function readSingleSignOn(ctx: Context, db: Db, integration_id: string): Promise<SingleSignOn> {
  const stored = await store.findSettings(db, integration_id)
  const issuer = stored?.issuer ?? ''
  return {
    integration_id,
    is_on: stored?.is_on ?? false,
    is_required: stored?.is_required ?? false,
    issuer,
    client_id: stored?.client_id ?? '',
    default_role: stored?.default_role ?? 'agent',
    has_secret: stored?.client_secret_sealed != null,
    redirect_uri: redirectUri(ctx),
    domains: await store.listDomains(db, integration_id),
    last_used_at: await store.findLastUse(db, integration_id, issuer),
    updated_at: stored?.updated_at ?? null,
    version: stored?.version ?? 0,
  }
}

/**
 * The provider and the domains decide who joins with the default role, so changing them gives it.
 *
 * @throws Problem `forbidden` if the actor lacks one of its rights
 */
export const assertCanGiveDefaultRole = (
  actor: MemberActor,
  { default_role }: Pick<SingleSignOn, 'default_role'>,
): void => assertCanGive(actor, { role: default_role, custom_role: null })
