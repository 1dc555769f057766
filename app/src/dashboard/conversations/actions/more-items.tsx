import { type InboxRow, can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import type { ConversationActions } from '../data/actions.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { SnoozeItems } from '../snooze/snooze.tsx'
import { toggleRead } from '../data/toggle-read.ts'
import { confirmDelete } from './confirm-delete.ts'
import { CopyItems } from './copy-items.tsx'

export interface MoreProps {
  row: InboxRow
  actions: ConversationActions
  onToggleContact: () => void
  /** Opens the picker for another time. */
  onPick: () => void
  onMerge: () => void
  onMacro: () => void
  onBlock: () => void
}
/** Less frequent actions on a conversation. */
export function MoreItems({ row, actions, onToggleContact, onPick, onMerge, onMacro, onBlock }: MoreProps) {
  const t = useT()
  const navigate = useNavigate()
  const { integration, listPath } = useInbox()
  const cache = useQueryClient()
  const leave = () => navigate(listPath)
  /** An open conversation would be marked as read again. */
  async function markUnread() {
    await leave()
    await toggleRead(cache, row, true, t)
  }
  async function startScenario() {
    const { openStartDialog } = await import('../scenario/start-dialog.tsx')
    await openStartDialog({ integration_id: integration.id, conversation_id: row.id })
  }
  return (
    <>
      <div className="sm:hidden">
        <MenuItem icon="user" onSelect={onToggleContact}>
          {t('conversations.contact')}
        </MenuItem>
        <MenuLabel>{t('conversations.snooze')}</MenuLabel>
        <SnoozeItems row={row} actions={actions} onPick={onPick} />
        <MenuDivider />
      </div>
      {row.handler === 'team' ? (
        <MenuItem icon="bot" onSelect={() => void actions.returnToAssistant(row)}>
          {t('conversations.hand_back')}
        </MenuItem>
      ) : (
        <MenuItem icon="user" onSelect={() => void actions.takeOver(row)}>
          {t('conversations.take_over')}
        </MenuItem>
      )}
      <MenuItem icon="mail" onSelect={() => void markUnread()}>
        {t('conversations.mark_unread')}
      </MenuItem>
      <CopyItems integration_id={integration.id} conversation_id={row.id} />
      <MenuItem icon="workflow" onSelect={onMerge}>
        {t('conversation-merging.menu')}
      </MenuItem>
      <MenuItem icon="zap" onSelect={onMacro}>
        {t('macros.run')}
      </MenuItem>
      <MenuItem icon="workflow" onSelect={() => void startScenario()}>
        {t('scenario-runs.menu')}
      </MenuItem>
      {row.status === 'spam' ? (
        <MenuItem icon="inbox" onSelect={() => void actions.setStatus(row, 'open')}>
          {t('conversations.not_spam')}
        </MenuItem>
      ) : (
        <MenuItem icon="ban" tone="danger" onSelect={() => void actions.setStatus(row, 'spam')}>
          {t('conversations.spam')}
        </MenuItem>
      )}
      <MenuItem icon="stop" tone="danger" onSelect={onBlock}>
        {t('blocking.menu')}
      </MenuItem>
      {can(integration, 'conversations.delete') && (
        <MenuItem icon="trash" tone="danger" onSelect={() => void confirmDelete(row, t, () => void leave())}>
          {t('conversations.delete')}
        </MenuItem>
      )}
    </>
  )
}
