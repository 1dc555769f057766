import {
  type CannedReply,
  cannedRepliesChanged,
  deleteCannedReply,
  listCannedReplies,
  saveCannedReply,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const repliesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['canned-replies', { integration_id }],
    queryFn: () => call(listCannedReplies, { integration_id }),
  })
/** Shared and personal canned replies, live. */
export function useCannedReplies(integration_id: string) {
  const query = repliesOf(integration_id)
  useInvalidateOn(query, cannedRepliesChanged, { integration_id })
  return useQuery(query)
}

/** Shared canned replies; empty until loaded. */
export const useTeamReplies = (integration_id: string): CannedReply[] =>
  useCannedReplies(integration_id).data?.filter(({ owner_id }) => owner_id === null) ?? []

/** The content of a canned reply. */
export type ReplyText = Pick<CannedReply, 'shortcut' | 'title' | 'body' | 'locale' | 'attachments'>
/** The text of a reply in requests, which contain file ids instead of attachments. */
export interface SavedText extends Omit<ReplyText, 'attachments'> {
  file_ids: string[]
}
export const savedText = ({ shortcut, title, body, locale, attachments }: ReplyText): SavedText => ({
  shortcut,
  title,
  body,
  locale,
  file_ids: attachments.map(({ id }) => id),
})
export function useReplyActions(integration_id: string) {
  const cache = useQueryClient()
  return useMemo(() => {
    const refetch = () => cache.invalidateQueries(repliesOf(integration_id))
    return {
      /** @param id the same for every attempt, so that it can be retried */
      async save(id: string, text: SavedText, is_shared: boolean) {
        await call(saveCannedReply, { integration_id, canned_reply_id: id, ...text, is_shared })
        await refetch()
      },
      async remove(canned_reply_id: string) {
        await call(deleteCannedReply, { integration_id, canned_reply_id })
        await refetch()
      },
    }
  }, [cache, integration_id])
}
