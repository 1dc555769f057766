import { type ChosenHubspotProperty, hubspotFieldStart, type HubspotRecord } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Context, Db } from '#platform/context/context.ts'
import type { Key } from '../store.ts'

/** Records of contacts in the connected account. */
const links = (db: Db, integration_id: string, contact_ids: readonly string[]) =>
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
    .where('link.contact_id', 'in', contact_ids)
    .where('link.ended_as', 'is', null)
    .where('link.hubspot_id', 'is not', null)
    .select(['link.contact_id', 'link.hub_id', 'link.hubspot_id', 'link.properties as values'])

/** The options that are chosen in a list, which HubSpot separates by semicolons. */
const optionsOf = (value: string) => value.split(';').filter(Boolean)
const labelOf = ({ options }: ChosenHubspotProperty, value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** The chosen properties of a contact, as the team reads them. */
export async function findHubspotRecord(ctx: Context, db: Db, key: Key): Promise<HubspotRecord | null> {
  const link = await links(db, key.integration_id, [key.contact_id])
    .select(sql<ChosenHubspotProperty[]>`coalesce(settings.properties, '[]')`.as('chosen'))
    .executeTakeFirst()
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

/** Without the options of lists: there can be thousands, and a scenario reads this with every message. */
const chosenTypes = sql<Pick<ChosenHubspotProperty, 'name' | 'type'>[]>`(
  select coalesce(jsonb_agg(property - 'options'), '[]') from jsonb_array_elements(settings.properties) property)`
type HubspotValues = Record<string, string | string[]>
/**
 * The chosen properties of contacts as conditions compare them, by `hubspot.{property}`: a list has the values of its
 * options.
 */
export async function listHubspotValues(
  db: Db,
  integration_id: string,
  contact_ids: readonly string[],
): Promise<ReadonlyMap<string, HubspotValues>> {
  const rows =
    contact_ids.length > 0
      ? await links(db, integration_id, contact_ids).select(chosenTypes.as('chosen')).execute()
      : []
  return new Map(
    rows.map(({ contact_id, chosen, values }) => {
      const known = chosen.flatMap(({ name, type }): [string, string | string[]][] => {
        const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
        if (value === '') return []
        return [[`${hubspotFieldStart}${name}`, type === 'list' ? optionsOf(value) : value]]
      })
      return [contact_id, Object.fromEntries(known)]
    }),
  )
}
