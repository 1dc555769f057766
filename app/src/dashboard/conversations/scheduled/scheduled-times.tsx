import { useT } from '#platform/i18n/provider.tsx'
import { MenuDivider, MenuLabel } from '#ui/menu.tsx'
import { TimeItems } from '../snooze/snooze.tsx'

/** Send times: presets, or any other. */
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
