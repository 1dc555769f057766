import type { NotificationPreferences } from '@ozvi/contract'

/** A member's changed preferences; everything else has defaults. */
export type StoredPreferences = Partial<Omit<NotificationPreferences, 'integration_id' | 'version'>>

const all = { desktop: true, sound: true, push: true, email: true }
const emailOnly = { desktop: false, sound: false, push: false, email: true }
const defaults: Omit<NotificationPreferences, 'integration_id' | 'version'> = {
  is_on: true,
  kinds: {
    // Goes to the whole team: an email to everyone about each would be too much.
    unassigned: { ...all, email: false },
    assigned: all,
    mentioned: all,
    replied: all,
    overdue: { ...all, sound: false, email: false },
    // No customer is waiting for it.
    suggested: emailOnly,
    accepted: emailOnly,
    declined: emailOnly,
  },
  volume: 60,
  email_delay_min: 15,
  quiet_hours: { is_on: false, from: '20:00', to: '07:00' },
  time_zone: 'UTC',
  include_text: false,
}
export const preferencesWith = (
  integration_id: string,
  changed: StoredPreferences | null = null,
  version: number | null = null,
): NotificationPreferences => ({
  ...defaults,
  ...changed,
  // Kinds added later have their defaults.
  kinds: { ...defaults.kinds, ...changed?.kinds },
  integration_id,
  version: version ?? 0,
})

/** @param now ms since 1970 */
export function isMuted({ quiet_hours, time_zone }: NotificationPreferences, now: number): boolean {
  if (!quiet_hours.is_on) return false
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(now))
  const { from, to } = quiet_hours
  return from < to ? from <= clock && clock < to : from <= clock || clock < to
}
