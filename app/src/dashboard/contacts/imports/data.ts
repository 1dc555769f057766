import {
  applyContactImportChanged,
  cancelContactImport,
  checkContactImport,
  type ContactImport,
  contactImportChanged,
  type ImportPlan,
  listContactImports,
  startContactImport,
  undoContactImport,
  uploadContactImport,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { sendForm } from '#platform/calls/send-form.ts'

const importsIn = (integration_id: string) =>
  queryOptions({
    queryKey: ['contact-imports', { integration_id }],
    queryFn: () => call(listContactImports, { integration_id }),
  })
/** The workspace's imports, live, newest first. */
export function useContactImports(integration_id: string) {
  const query = importsIn(integration_id)
  useLiveQuery(query, contactImportChanged, { integration_id }, applyContactImportChanged)
  return useQuery(query)
}
/** Actions on imports; each shows the server's answer immediately. */
export function useImportActions(integration_id: string) {
  const cache = useQueryClient()
  const show = (changed: ContactImport) =>
    changeData(cache, importsIn(integration_id), (list) => applyContactImportChanged(list, changed))
  const key = (import_id: string) => ({ integration_id, import_id })
  return {
    upload: (file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }) =>
      sendForm(uploadContactImport, { integration_id }, { file }, options),
    check: async (import_id: string, plan: ImportPlan) =>
      show(await call(checkContactImport, { ...key(import_id), ...plan })),
    start: async (import_id: string, plan: ImportPlan) =>
      show(await call(startContactImport, { ...key(import_id), ...plan })),
    cancel: async (import_id: string) => show(await call(cancelContactImport, key(import_id))),
    undo: async (import_id: string) => show(await call(undoContactImport, key(import_id))),
  }
}
export type ImportActions = ReturnType<typeof useImportActions>

/** Progress and its maximum: an undo processes only written rows. */
export const progressOf = ({ status, rows_done, rows_total, created, updated }: ContactImport) => ({
  done: rows_done,
  total: status === 'undoing' ? created + updated : rows_total,
})
export const isBusy = ({ status }: ContactImport) => status === 'running' || status === 'undoing'
