import type { Message } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'

interface CopyItemsProps {
  integration_id: string
  /** What the link leads to. */
  conversation_id: string
  /** Leads to this one in it; its words can be taken along as well. */
  message?: Message
}
/** Takes along what a colleague is to see. The link names no filter of one's own. */
export function CopyItems({ integration_id, conversation_id, message }: CopyItemsProps) {
  const t = useT()
  const to = usePath()
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('ui.copied'))
    } catch (error) {
      sayFailure(error, t)
    }
  }
  const path = to('app-i-integrationId-conversation-id', {
    integrationId: integration_id,
    id: conversation_id,
  })
  const link = location.origin + path + (message ? `?at=${message.seq}` : '')
  return (
    <>
      {message?.body && (
        <MenuItem icon="copy" onSelect={() => void copy(message.body)}>
          {t('messages.copy')}
        </MenuItem>
      )}
      <MenuItem icon="link" onSelect={() => void copy(link)}>
        {t('messages.copy_link')}
      </MenuItem>
    </>
  )
}
