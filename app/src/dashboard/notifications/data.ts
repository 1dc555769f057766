import {
  applyNotificationChanged,
  applyNotificationsRead,
  contactChanged,
  conversationDeleted,
  conversationHidden,
  listNotifications,
  type MemberNotification,
  notificationChanged,
  notificationsRead,
  markNotificationsRead,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { withContactName } from '#dashboard/contact-names'

const notificationsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['notifications', { integration_id }],
    queryFn: () => call(listNotifications, { integration_id }),
  })
const withoutConversation = (list: MemberNotification[], gone: { conversation_id: string }) =>
  list.filter(({ conversation_id }) => conversation_id !== gone.conversation_id)

/** The member's notifications in this workspace, newest first, live. */
export function useNotifications(integration_id: string) {
  const { id: user_id } = useUser()
  const query = notificationsQuery(integration_id)
  useLiveQuery(query, notificationChanged, { user_id }, (list, { notification }) =>
    notification.integration_id === integration_id ? applyNotificationChanged(list, notification) : list,
  )
  useLiveQuery(query, conversationDeleted, { integration_id }, withoutConversation)
  useLiveQuery(query, conversationHidden, { integration_id }, withoutConversation)
  useLiveQuery(query, contactChanged, { integration_id }, (list, contact) =>
    list.map((notification) => withContactName(notification, contact)),
  )
  useLiveQuery(query, notificationsRead, { user_id }, (list, read) => applyNotificationsRead(list, read))
  return useQuery(query)
}

/** Marks as read immediately; refetches on an error. */
export async function markRead(integration_id: string, ids?: string[]) {
  const query = notificationsQuery(integration_id)
  changeData(queryClient, query, (list) =>
    list.map((notification) =>
      !ids || ids.includes(notification.id) ? { ...notification, is_read: true } : notification,
    ),
  )
  try {
    await call(markNotificationsRead, { integration_id, ...(ids ? { ids } : {}) })
  } catch (error) {
    await queryClient.invalidateQueries(query)
    throw error
  }
}
