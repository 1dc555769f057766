import type { ContactField } from '@ozvi/contract'
import type { CSSProperties } from 'react'

/** What the list can tell of everybody beside who they are, in this order. */
export const builtInColumns = [
  'kind',
  'last_seen',
  'first_seen',
  'conversations',
  'tags',
  'owner_id',
  'phone',
  'company',
  'city',
  'country',
  'external_id',
] as const
type BuiltIn = (typeof builtInColumns)[number]
/** One of them, or the id of a field of the team's own. */
export type ColumnName = BuiltIn | (string & {})

export const defaultColumns: readonly ColumnName[] = ['kind', 'last_seen', 'first_seen', 'conversations']
export const isBuiltIn = (name: string): name is BuiltIn => builtInColumns.some((one) => one === name)
const isFieldId = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

/** What an address says of columns; those it cannot mean are left out. */
export const readColumns = (text: string | null): readonly ColumnName[] =>
  text === null
    ? defaultColumns
    : [...new Set(text.split(','))].filter((name) => isBuiltIn(name) || isFieldId(name))
/** As an address says them; nothing where they are the usual ones. */
export const columnsText = (columns: readonly ColumnName[]): string | null =>
  columns.join() === defaultColumns.join() ? null : columns.join() || 'none'

/** Those chosen, in their order, as far as they exist. */
export const inOrder = (
  columns: readonly ColumnName[],
  fields: readonly ContactField[] | undefined,
): ColumnName[] => [
  ...builtInColumns.filter((name) => columns.includes(name)),
  ...(fields ?? []).filter(({ id }) => columns.includes(id)).map(({ id }) => id),
]

/** Two tags and the number of more have room. */
const least_rem = (name: ColumnName) => (name === 'tags' ? 12 : 6.5)
const person_rem = 13
const gap_rem = 1
const edges_rem = 3
/** The widths of a table with these columns beside the person, and how wide it is at least. */
export const widthsOf = (columns: readonly ColumnName[]): CSSProperties =>
  // React sets custom properties as any other; its types do not know them.
  ({
    '--columns': [
      `minmax(${person_rem}rem,1fr)`,
      ...columns.map((name) => `minmax(${least_rem(name)}rem,${least_rem(name) + 3.5}rem)`),
    ].join(' '),
    '--table': `${columns.reduce((sum, name) => sum + gap_rem + least_rem(name), person_rem + edges_rem)}rem`,
  }) as CSSProperties
