import type { ScenarioTrigger } from './flow.ts'
import type { PastEntry } from './past-conversation.ts'
import type { TriggerEvent } from './triggers.ts'

/*
 * Events of past conversations that would have started a scenario, in addition to the customer's messages.
 */

interface PastEvent {
  trigger: TriggerEvent
  at: string
}
type Entries = readonly PastEntry[]

/** Whether a trigger waits for a rating or for silence, so that a teammate may have replied before. */
export const isEntryTrigger = ({ kind }: ScenarioTrigger): boolean =>
  kind === 'customer_silent' || kind === 'team_silent' || kind === 'rating_received'

export const ratingOf = ({ author, kind, score, at }: PastEntry): PastEvent | undefined =>
  author === 'contact' && kind === 'rating' && score !== undefined
    ? { trigger: { kind: 'rating', score }, at }
    : undefined

const isSaid = ({ kind }: PastEntry) => kind === 'text' || kind === 'answer'
/** Whether the team had the conversation after an entry. */
function isWithTeam(entries: Entries, index: number): boolean {
  const changed = entries
    .slice(0, index + 1)
    .findLast(({ author, kind }) => kind === 'hand_over' || kind === 'answer' || author === 'member')
  return changed !== undefined && changed.kind !== 'answer'
}

/**
 * The silence that a trigger waits for after an entry, if nothing was said until it was due and the conversation was
 * open.
 */
export function silenceAfter(
  trigger: ScenarioTrigger,
  entries: Entries,
  index: number,
  now: string,
): PastEvent | undefined {
  const entry = entries[index]
  if (!entry || !isSaid(entry) || entry.author === 'scenario') return undefined
  if (trigger.kind !== 'customer_silent' && trigger.kind !== 'team_silent') return undefined
  const side = entry.author === 'contact' ? 'team' : 'customer'
  if (trigger.kind !== `${side}_silent` || (side === 'team' && !isWithTeam(entries, index))) return undefined
  const due = Date.parse(entry.at) + trigger.minutes * 60_000
  if (!(due <= Date.parse(now))) return undefined
  let status: PastEntry['status'] = 'open'
  for (const each of entries.slice(index + 1)) {
    if (Date.parse(each.at) > due) break
    if (isSaid(each)) return undefined
    status = each.status ?? status
  }
  if (status !== 'open' && status !== 'waiting') return undefined
  return {
    trigger: { kind: 'silence', side, minutes: trigger.minutes },
    at: new Date(due).toISOString(),
  }
}
