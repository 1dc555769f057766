import { createLocalStorageValue } from '#platform/storage/local-storage-value.ts'

/** Whether this member wants suggested replies in this browser. */
export type SuggestedRepliesSetting = 'on' | 'off'
const stored = createLocalStorageValue('ozvi.suggested_replies', 'ozvi.proposals')
export const setSuggestedReplies = (setting: SuggestedRepliesSetting) => stored.save(setting)
export const useSuggestedReplies = (): SuggestedRepliesSetting => (stored.use() === 'off' ? 'off' : 'on')
