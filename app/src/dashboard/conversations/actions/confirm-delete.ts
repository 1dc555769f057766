import { deleteConversation, type InboxRow } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { call } from '#platform/calls/api-client.ts'
import { confirm } from '#ui/confirm.ts'
import { customerName } from '../people/names.ts'

/** @param leave navigates away first, so that the deleted conversation isn't requested again */
export const confirmDelete = (row: InboxRow, t: Translate, leave: () => void) =>
  confirm({
    title: t('conversations.delete_title', { number: row.number }),
    description: t('conversations.delete_text', { name: customerName(row, t) }),
    confirmLabel: t('conversations.delete'),
    action() {
      leave()
      return call(deleteConversation, { integration_id: row.integration_id, conversation_id: row.id })
    },
  })
