import type { Message } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'

interface CopyItemsProps {
  integration_id: string
  /** The target of the link. */
  conversation_id: string
  /** Links to this message; its text can be copied too. */
  message?: Message
}
/** Menu items that copy text and links. Links contain no personal filters. */
export function CopyItems({ integration_id, conversation_id, message }: CopyItemsProps) {
  const t = useT()
  const to = usePath()
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('ui.copied'))
    } catch (error) {
      toastError(error, t)
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
