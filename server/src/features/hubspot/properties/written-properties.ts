import { type HubspotMapping, hubspotWrittenStart } from '@ozvi/contract'

/*
 * Properties that a scenario sets. The ledger names them differently from mapped fields.
 */

export const isWrittenProperty = (field: string) => field.startsWith(hubspotWrittenStart)
/** @returns values by their name in the ledger */
export const asWritten = (properties: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [`${hubspotWrittenStart}${name}`, value]),
  )
/** How an undo reads and writes them. */
export const mappingOfWritten = (fields: readonly string[]): HubspotMapping[] =>
  fields.filter(isWrittenProperty).map((field) => ({
    field,
    property: field.slice(hubspotWrittenStart.length),
    direction: 'out',
    rule: 'newest',
  }))
