import { keptChoice } from '#platform/storage/kept-choice.ts'

/** Whether this member, in this browser, wants replies to be suggested. */
export type Proposals = 'on' | 'off'
const chosen = keptChoice('ozvi.proposals')
export const setProposals = (proposals: Proposals) => chosen.keep(proposals)
export const useProposals = (): Proposals => (chosen.use() === 'off' ? 'off' : 'on')
