import {
  type ClientSettings,
  clientSettingsChanged,
  type Input,
  integrationChanged,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { findWebsite, type MemberActor, assertNoPublicSuffixes, setHosts } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { changeSettings, getSettings } from './store.ts'

async function fullSettings(db: Db, integration_id: string): Promise<ClientSettings> {
  const website = await findWebsite(db, integration_id)
  if (!website) throw new Problem('not_found') // deleted since the guard ran
  return { ...(await getSettings(db, integration_id)), hosts: website.hosts }
}

export const getClientSettings = (ctx: Context, { integration_id }: MemberActor) =>
  fullSettings(ctx.db, integration_id)

/** Customers' pages show the change on their next load, other members immediately. */
export function updateClientSettings(
  ctx: Context,
  actor: MemberActor,
  {
    color,
    side,
    theme,
    launcher,
    behavior,
    texts,
    hosts,
    hide_on,
  }: Input<typeof contract.updateClientSettings>,
) {
  const { integration_id } = actor
  assertNoPublicSuffixes({ hosts })
  return ctx.transaction(async (tx) => {
    if (hosts) await setHosts(tx, integration_id, hosts)
    const changes = {
      ...definedFields({ color, side, theme, hide_on }),
      launcher: launcher ?? {},
      behavior: behavior ?? {},
      texts: definedFields(texts ?? {}),
    }
    await changeSettings(tx, integration_id, changes, isoNow(ctx))
    const changed = Object.keys(
      definedFields({ color, side, theme, launcher, behavior, texts, hosts, hide_on }),
    )
    if (changed.length > 0)
      await record(ctx, tx, actor, { action: 'client_changed', details: { fields: changed.join(' ') } })
    const settings = await fullSettings(tx, integration_id)
    tx.emit(clientSettingsChanged, settings)
    if (hosts) tx.emit(integrationChanged, { integration_id })
    return settings
  })
}
