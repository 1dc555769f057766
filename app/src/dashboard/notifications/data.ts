import {
  applyNoticeChanged,
  applyNoticesRead,
  contactChanged,
  conversationDeleted,
  conversationHidden,
  listNotices,
  type Notice,
  noticeChanged,
  noticesRead,
  readNotices,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/calls/live.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { withContactName } from '#dashboard/contact-names'

const noticesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['notices', { integration_id }],
    queryFn: () => call(listNotices, { integration_id }),
  })
const withoutConversation = (list: Notice[], gone: { conversation_id: string }) =>
  list.filter(({ conversation_id }) => conversation_id !== gone.conversation_id)

/** The member's notifications in this workspace, newest first, live. */
export function useNotices(integration_id: string) {
  const { id: user_id } = useUser()
  const query = noticesOf(integration_id)
  useLive(query, noticeChanged, { user_id }, (list, { notice }) =>
    notice.integration_id === integration_id ? applyNoticeChanged(list, notice) : list,
  )
  useLive(query, conversationDeleted, { integration_id }, withoutConversation)
  useLive(query, conversationHidden, { integration_id }, withoutConversation)
  useLive(query, contactChanged, { integration_id }, (list, contact) =>
    list.map((notice) => withContactName(notice, contact)),
  )
  useLive(query, noticesRead, { user_id }, (list, read) => applyNoticesRead(list, read))
  return useQuery(query)
}

/** Marks as read immediately; refetches on an error. */
export async function readThem(integration_id: string, ids?: string[]) {
  const { queryKey } = noticesOf(integration_id)
  queryClient.setQueryData(queryKey, (list) =>
    list?.map((notice) => (!ids || ids.includes(notice.id) ? { ...notice, is_read: true } : notice)),
  )
  try {
    await call(readNotices, { integration_id, ...(ids ? { ids } : {}) })
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
