import type { InboxRow } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { MenuItem } from '#ui/menu.tsx'
import type { ConversationActions } from '../data/actions.ts'
import type { PickerProps } from './snooze-picker.tsx'
import { snoozeTimes } from './snooze-times.ts'

/** Snooze times: presets, or any other. */
export function SnoozeItems({
  row,
  actions,
  onPick,
}: {
  row: InboxRow
  actions: ConversationActions
  onPick: () => void
}) {
  const t = useT()
  return (
    <>
      {row.status === 'snoozed' && (
        <MenuItem icon="inbox" onSelect={() => void actions.setStatus(row, 'open')}>
          {t('conversations.unsnooze')}
        </MenuItem>
      )}
      <TimeItems onTime={(until) => void actions.snooze(row, until)} onPick={onPick} />
    </>
  )
}

/** Preset times, or any other. */
export function TimeItems({ onTime, onPick }: { onTime: (time: Date) => void; onPick: () => void }) {
  const t = useT()
  return (
    <>
      {snoozeTimes(Date.now()).map(({ name, until }) => (
        <MenuItem key={name} onSelect={() => onTime(until)}>
          <span className="flex-1">{t(`conversations.snooze_${name}`)}</span>
          <BaseDate time={until.toISOString()} format="soon" className="text-sm text-muted" />
        </MenuItem>
      ))}
      <MenuItem icon="clock" onSelect={onPick}>
        {t('conversations.snooze_custom')}
      </MenuItem>
    </>
  )
}

const Picker = lazy(async () => ({ default: (await import('./snooze-picker.tsx')).SnoozePicker }))
/** Picks any future date and time; loaded on first use. */
export const SnoozePicker = (props: PickerProps) =>
  props.isOpen && (
    <Suspense fallback={null}>
      <Picker {...props} />
    </Suspense>
  )
