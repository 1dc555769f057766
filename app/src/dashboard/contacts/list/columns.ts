import {
  applyContactColumns,
  type BuiltInColumn,
  type ContactColumns,
  contactColumnsChanged,
  type CustomField,
  defaultColumns,
  getContactColumns,
  isBuiltInColumn,
  saveContactColumns,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData, storeData } from '#platform/calls/cached-data.ts'

/** A built-in column, or the id of a custom field. */
export type ColumnName = BuiltInColumn | (string & {})

export const columnsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['contact-columns', { integration_id }],
    queryFn: () => call(getContactColumns, { integration_id }),
  })
/** A member's columns, live; changes show immediately, also on their other devices. */
export function useColumns(integration_id: string, fields: readonly CustomField[] | undefined) {
  const t = useT()
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  const query = columnsOf(integration_id)
  useLiveQuery(query, contactColumnsChanged, { user_id }, (cached, incoming) =>
    incoming.integration_id === integration_id ? applyContactColumns(cached, incoming) : cached,
  )
  const { data } = useQuery(query)
  const selected = data?.columns ?? defaultColumns
  async function setColumns(columns: readonly ColumnName[] | null) {
    await cache.cancelQueries(query)
    const before = cache.getQueryData<ContactColumns>(query.queryKey)
    const version = before?.version ?? 0
    storeData(cache, query, { columns: columns && [...columns], version })
    try {
      // The picker contains names of the contract, or ids.
      const names = columns && ([...columns] as BuiltInColumn[])
      const saved = await call(saveContactColumns, { integration_id, columns: names })
      changeData(cache, query, (cached) => applyContactColumns(cached, saved))
    } catch (error) {
      toastError(error, t)
      await cache.invalidateQueries(query)
    }
  }
  return {
    columns: selected.filter((name) => isBuiltInColumn(name) || fields?.some(({ id }) => id === name)),
    setColumns: (columns: readonly ColumnName[] | null) => void setColumns(columns),
  }
}

/** Enough for two tags and a counter, and for the longest headings. */
const least_rem = (name: ColumnName) => (name === 'tags' ? 12 : name.startsWith('consent_') ? 10 : 6.5)
const contact_rem = 13
const gap_rem = 1
const edges_rem = 3
/** Grid and minimum width of a table with these columns. */
export const widthsOf = (columns: readonly ColumnName[]): CSSProperties =>
  // React accepts custom properties; its types don't.
  ({
    '--columns': [
      `minmax(${contact_rem}rem,1fr)`,
      ...columns.map((name) => `minmax(${least_rem(name)}rem,${least_rem(name) + 1.5}rem)`),
    ].join(' '),
    '--table': `${columns.reduce((sum, name) => sum + gap_rem + least_rem(name), contact_rem + edges_rem)}rem`,
  }) as CSSProperties
