import type { BehaviorSettings } from './client.schema.ts'

/** What visitors can do in the chat. */

export const reopenDaysMax = 365

export const defaultBehavior: BehaviorSettings = {
  reopen_days: 7,
  has_several_conversations: true,
  accepts_files: true,
  has_sound: true,
  has_emoji: true,
  has_transcript: true,
  shows_team: true,
}
/** Everything that can be turned off. */
export const behaviorSwitches = [
  'has_several_conversations',
  'accepts_files',
  'has_sound',
  'has_emoji',
  'has_transcript',
  'shows_team',
] as const satisfies (keyof BehaviorSettings)[]
