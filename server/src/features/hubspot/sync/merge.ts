import type { HubspotMapping } from '@ozvi/contract'

/** Values by field of the mapping, as HubSpot writes them; empty if unknown. */
export type Values = Record<string, string>
/** By field: the values of both sides after the last sync. */
export type Base = Record<string, [ours: string, theirs: string]>

export interface Merged {
  to_ours: Values
  to_theirs: Values
  conflicts: string[]
  base: Base
}

type Side = 'ours' | 'theirs'

/** The side that wins if the values of both have changed. */
function winnerOfConflict(rule: HubspotMapping['rule'], isOursNewer: boolean): Side {
  if (rule === 'newest') return isOursNewer ? 'ours' : 'theirs'
  return rule === 'hubspot' ? 'theirs' : 'ours'
}

function winnerOf(
  { rule, direction }: HubspotMapping,
  [ours, theirs]: [string, string],
  before: [string, string] | undefined,
  isOursNewer: boolean,
): { winner: Side | null; isConflict: boolean } {
  const isLocalChanged = before ? before[0] !== ours : ours !== ''
  const isHubspotChanged = before ? before[1] !== theirs : theirs !== ''
  const isConflict = isLocalChanged && isHubspotChanged
  let preferred: Side | null = null
  if (isConflict) preferred = winnerOfConflict(rule, isOursNewer)
  else if (isHubspotChanged) preferred = 'theirs'
  else if (isLocalChanged) preferred = 'ours'
  const target = preferred === 'theirs' ? ours : theirs
  const isAllowed =
    preferred !== null &&
    direction !== (preferred === 'theirs' ? 'out' : 'in') &&
    (rule !== 'empty' || target === '')
  return { winner: isAllowed ? preferred : null, isConflict }
}

/**
 * Compares a contact of both sides with their last sync. Without one, an empty side is filled and different
 * values are a conflict.
 */
export function merge(
  mapping: readonly HubspotMapping[],
  ours: Values,
  theirs: Values,
  before: Base,
  isOursNewer: boolean,
): Merged {
  const merged: Merged = { to_ours: {}, to_theirs: {}, conflicts: [], base: {} }
  for (const mapped of mapping) {
    const { field } = mapped
    const a = ours[field] ?? ''
    const b = theirs[field] ?? ''
    merged.base[field] = [a, b]
    if (a === b) continue
    const { winner, isConflict } = winnerOf(mapped, [a, b], before[field], isOursNewer)
    if (isConflict) merged.conflicts.push(field)
    if (winner === 'theirs') {
      merged.to_ours[field] = b
      merged.base[field] = [b, b]
    }
    if (winner === 'ours') {
      merged.to_theirs[field] = a
      merged.base[field] = [a, a]
    }
  }
  return merged
}
