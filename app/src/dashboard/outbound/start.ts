import { startConversation } from '@ozvi/contract'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { usePath } from '#platform/document/page-link.tsx'
import { call } from '#platform/calls/wire.ts'

/**
 * Begins a conversation with a contact and opens it, ready to be written in.
 *
 * @param id of the conversation, the same one when it is tried again
 * @throws Problem as the server refuses it
 */
export function useStartConversation(integration_id: string) {
  const to = usePath()
  const navigate = useNavigate()
  return useCallback(
    async (contact_id: string, id: string) => {
      const begun = await call(startConversation, { integration_id, contact_id, id })
      await navigate(
        to('app-i-integrationId-conversation-id', { integrationId: integration_id, id: begun.id }),
      )
    },
    [integration_id, navigate, to],
  )
}
