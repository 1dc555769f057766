import type { ChosenHubspotProperty, HubspotRecord } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Context, Db } from '#platform/context/context.ts'
import type { Key } from '../store.ts'

/** The record of a contact in the connected account; undefined if there is none. */
const findLink = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('hubspot_contact as link')
    .innerJoin('hubspot_connection as connection', (join) =>
      join
        .onRef('connection.integration_id', '=', 'link.integration_id')
        .onRef('connection.hub_id', '=', 'link.hub_id'),
    )
    .leftJoin('hubspot_settings as settings', (join) =>
      join
        .onRef('settings.integration_id', '=', 'link.integration_id')
        .onRef('settings.properties_hub_id', '=', 'link.hub_id'),
    )
    .where('link.integration_id', '=', integration_id)
    .where('link.contact_id', '=', contact_id)
    .where('link.ended_as', 'is', null)
    .where('link.hubspot_id', 'is not', null)
    .select(['link.hub_id', 'link.hubspot_id', 'link.properties as values'])
    .select(sql<ChosenHubspotProperty[]>`coalesce(settings.properties, '[]')`.as('chosen'))
    .executeTakeFirst()

/** The options that are chosen in a list, which HubSpot separates by semicolons. */
const optionsOf = (value: string) => value.split(';').filter(Boolean)
const labelOf = ({ options }: ChosenHubspotProperty, value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** The chosen properties of a contact, as the team reads them. */
export async function findHubspotRecord(ctx: Context, db: Db, key: Key): Promise<HubspotRecord | null> {
  const link = await findLink(db, key)
  if (!link || !ctx.config.hubspot) return null
  const { hub_id, hubspot_id, values, chosen } = link
  const properties = chosen.flatMap((property) => {
    const { name, label, type } = property
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
    if (value === '') return []
    const shown =
      type === 'list'
        ? optionsOf(value)
            .map((each) => labelOf(property, each))
            .join(', ')
        : value
    return [{ name, label, type, value: shown }]
  })
  return { url: `${ctx.config.hubspot.app_url}/contacts/${hub_id}/record/0-1/${hubspot_id}`, properties }
}

/** The chosen properties of a contact, as conditions compare them: a list has the values of its options. */
export async function listHubspotValues(db: Db, key: Key): Promise<Record<string, string | string[]>> {
  const link = await findLink(db, key)
  if (!link) return {}
  return Object.fromEntries(
    link.chosen.flatMap(({ name, type }): [string, string | string[]][] => {
      const value = Object.hasOwn(link.values, name) ? (link.values[name] ?? '') : ''
      if (value === '') return []
      return [[name, type === 'list' ? optionsOf(value) : value]]
    }),
  )
}
