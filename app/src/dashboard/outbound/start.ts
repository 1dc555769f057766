import { startConversation } from '@ozvi/contract'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { usePath } from '#platform/document/page-link.tsx'
import { call } from '#platform/calls/api-client.ts'

/**
 * Starts a conversation with a contact and opens it with the composer focused.
 *
 * @param id of the conversation, reused for retries
 * @throws Problem of the server
 */
export function useStartConversation(integration_id: string) {
  const to = usePath()
  const navigate = useNavigate()
  return useCallback(
    async (contact_id: string, id: string) => {
      const conversation = await call(startConversation, { integration_id, contact_id, id })
      await navigate(
        to('app-i-integrationId-conversation-id', { integrationId: integration_id, id: conversation.id }),
      )
    },
    [integration_id, navigate, to],
  )
}
