import { can, type RightsHolder } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { MenuItem } from '#ui/menu.tsx'

/** Saves a message as a canned reply, or suggests one. */
export function SaveAsReplyItem({ holder, onSelect }: { holder: RightsHolder; onSelect: () => void }) {
  const t = useT()
  return (
    <MenuItem icon="message" onSelect={onSelect}>
      {can(holder, 'knowledge.manage') ? t('canned-replies.keep') : t('canned-replies.suggest')}
    </MenuItem>
  )
}
