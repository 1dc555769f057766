import type { BuiltInColumn } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { isAcquisitionName, acquisitionTitle } from '#dashboard/contacts/acquisition'

export const kindTones = { visitor: 'neutral', lead: 'primary', user: 'success' } as const

/** The heading of a column. */
export const columnTitle = (name: BuiltInColumn, t: Translate) =>
  isAcquisitionName(name) ? acquisitionTitle(name, t) : t(`contacts.column_${name}`)
