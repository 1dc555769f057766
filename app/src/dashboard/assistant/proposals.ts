import { keptChoice } from '#platform/storage/kept-choice.ts'

/** Whether this member wants suggested replies in this browser. */
export type Proposals = 'on' | 'off'
const chosen = keptChoice('ozvi.proposals')
export const setProposals = (proposals: Proposals) => chosen.keep(proposals)
export const useProposals = (): Proposals => (chosen.use() === 'off' ? 'off' : 'on')
