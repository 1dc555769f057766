import { contactFields } from '#features/contacts'
import { listMemberNames } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import type { Crm } from '../crm.ts'
import type { CrmRecord } from '../crm-record.ts'
import type { Lookups } from './fields.ts'

/** Fields and owners of a workspace. Companies follow with the records that refer to them. */
export async function readLookups(ctx: Context, crm: Crm, integration_id: string): Promise<Lookups> {
  const [fields, members, owners] = await Promise.all([
    contactFields.list(ctx.db, integration_id),
    listMemberNames(ctx.db, integration_id),
    crm.owners(),
  ])
  const byEmail = new Map(members.map(({ email, user_id }) => [email.toLowerCase(), user_id]))
  const known = owners.flatMap(({ id, email }): [string, string][] => {
    const user_id = byEmail.get(email.toLowerCase())
    return user_id ? [[id, user_id]] : []
  })
  return { fields, members: new Map(known), companies: new Map() }
}

/** Adds the names of the companies that records refer to. */
export async function withCompanies(
  lookups: Lookups,
  crm: Crm,
  records: readonly CrmRecord[],
): Promise<Lookups> {
  const ids = records.map(({ properties }) => properties['associatedcompanyid'] ?? '').filter(Boolean)
  return ids.length === 0 ? lookups : { ...lookups, companies: await crm.companyNames([...new Set(ids)]) }
}
