import { useT } from '#platform/i18n/provider.tsx'
import { MenuDivider, MenuLabel } from '#ui/menu.tsx'
import { TimeItems } from '../snooze/snooze.tsx'

/** When a reply may go instead of now: the times people mean, or any other. */
export function ScheduledTimes({ onLater, onPick }: { onLater: (at: Date) => void; onPick: () => void }) {
  const t = useT()
  return (
    <>
      <MenuLabel>{t('messages.later')}</MenuLabel>
      <TimeItems onTime={onLater} onPick={onPick} />
      <MenuDivider />
    </>
  )
}
