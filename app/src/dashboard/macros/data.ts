import {
  deleteMacro,
  listMacros,
  type Macro,
  type MacroAction,
  macrosChanged,
  saveMacro,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const macrosOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['macros', { integration_id }],
    queryFn: () => call(listMacros, { integration_id }),
  })
/** Shared and personal macros by name, live. */
export function useMacros(integration_id: string) {
  const query = macrosOf(integration_id)
  useInvalidateOn(query, macrosChanged, { integration_id })
  return useQuery(query)
}

export interface MacroFields extends Pick<Macro, 'id' | 'name'> {
  actions: readonly MacroAction[]
  file_ids: string[]
  is_shared: boolean
}
export function useMacroActions(integration_id: string) {
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries(macrosOf(integration_id))
  return {
    /** @param id the same for every attempt, so that it can be retried */
    async save({ id, actions, name, file_ids, is_shared }: MacroFields) {
      const fields = { name, actions: [...actions], file_ids, is_shared }
      await call(saveMacro, { integration_id, macro_id: id, ...fields })
      await refetch()
    },
    async remove(macro_id: string) {
      await call(deleteMacro, { integration_id, macro_id })
      await refetch()
    },
  }
}
export type MacroActions = ReturnType<typeof useMacroActions>
