import type { ChosenHubspotProperty, HubspotPropertyType } from '@ozvi/contract'
import { type CrmRecord, storedText } from '../crm-record.ts'
import type { Values } from '../sync/merge.ts'

const value_chars_max = 2_000

const types: Record<string, HubspotPropertyType> = {
  number: 'number',
  date: 'date',
  datetime: 'datetime',
  bool: 'boolean',
  enumeration: 'list',
}
/** Types that the product doesn't know are texts. */
export const propertyTypeOf = (type: string): HubspotPropertyType =>
  Object.hasOwn(types, type) ? (types[type] ?? 'text') : 'text'

/** HubSpot returns some times in milliseconds. */
function timeText(value: string, type: HubspotPropertyType): string {
  if (!/^-?\d{9,15}$/.test(value)) return value
  const at = new Date(Number(value)).toISOString()
  return type === 'date' ? at.slice(0, 10) : at
}

/** The values of the chosen properties. Empty ones are left out. */
export const chosenValues = (chosen: readonly ChosenHubspotProperty[], { properties }: CrmRecord): Values =>
  Object.fromEntries(
    chosen.flatMap(({ name, type }) => {
      const text = storedText(properties[name] ?? '', value_chars_max)
      const value = type === 'date' || type === 'datetime' ? timeText(text, type) : text
      return value === '' ? [] : [[name, value]]
    }),
  )
