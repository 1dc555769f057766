import type { BuiltInColumn } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { isOriginName, originTitle } from '#dashboard/contacts/origin'

export const kindTones = { visitor: 'neutral', lead: 'primary', user: 'success' } as const

/** The heading of a column. */
export const columnTitle = (name: BuiltInColumn, t: Translate) =>
  isOriginName(name) ? originTitle(name, t) : t(`contacts.column_${name}`)
