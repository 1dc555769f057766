import { type ContactMerge, mergeContact, undoContactMerge } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'

/** Queries that contain contacts. */
const changed = new Set([
  'contact',
  'contact-timeline',
  'contacts',
  'contact-counts',
  'contact-segment-counts',
  'conversation',
  'conversations',
  'conversations-of',
])
export type Merge = ReturnType<typeof useContactMerging>['merge']
/** Merges contacts and undoes merges. */
export function useContactMerging(integration_id: string) {
  const t = useT()
  const to = usePath()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const open = (uuid: string) =>
    navigate(to('app-i-integrationId-contacts-uuid', { integrationId: integration_id, uuid }))
  /** Also keeps the screen right without realtime events. */
  const refetch = () =>
    cache.invalidateQueries({ predicate: ({ queryKey }) => changed.has(String(queryKey[0])) })

  /** Errors are shown. @param shown_id the page to open afterwards */
  async function undo({ id: merge_id }: Pick<ContactMerge, 'id'>, shown_id?: string) {
    try {
      await call(undoContactMerge, { integration_id, merge_id })
      await refetch()
      if (shown_id) await open(shown_id)
      toast.success(t('contact-merging.undone'))
    } catch (error) {
      toastError(error, t)
    }
  }
  return {
    undo,
    /**
     * @param id of the merge, reused for retries
     * @param shown_id whose page is open
     * @throws Problem of the server
     */
    async merge(
      id: string,
      source_id: string,
      into: { id: string; name: string },
      shown_id: string,
      drop_external_id: boolean,
    ) {
      const key = { integration_id, contact_id: source_id }
      const created = await call(mergeContact, { ...key, id, into_id: into.id, drop_external_id })
      if (shown_id !== into.id) await open(into.id)
      await refetch()
      toast.success(t('contact-merging.done', { name: into.name }), {
        label: t('contact-merging.undo'),
        onClick: () => void undo(created, shown_id === into.id ? undefined : shown_id),
      })
    },
  }
}
