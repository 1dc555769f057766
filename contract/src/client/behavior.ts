import type { BehaviorSettings } from './client.schema.ts'

/** What visitors can do in the chat. */

export const reopenDaysMax = 365

export const defaultBehavior: BehaviorSettings = {
  reopen_days: 7,
  has_several_conversations: true,
  accepts_files: true,
  has_sound: true,
}
