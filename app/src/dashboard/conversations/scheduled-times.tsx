import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { snoozeTimes } from './snooze-times.ts'

/** When a reply may go instead of now: the times people mean, or any other. */
export function ScheduledTimes({ onLater, onPick }: { onLater: (at: Date) => void; onPick: () => void }) {
  const t = useT()
  return (
    <>
      <MenuLabel>{t('messages.later')}</MenuLabel>
      {snoozeTimes(Date.now()).map(({ name, until }) => (
        <MenuItem key={name} onSelect={() => onLater(until)}>
          <span className="flex-1">{t(`conversations.snooze_${name}`)}</span>
          <BaseDate time={until.toISOString()} look="soon" className="text-sm text-muted" />
        </MenuItem>
      ))}
      <MenuItem icon="clock" onSelect={onPick}>
        {t('conversations.snooze_custom')}
      </MenuItem>
      <MenuDivider />
    </>
  )
}
