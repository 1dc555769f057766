import type { Collectors } from '@ozvi/contract'
import type { PublicConfig } from '../request.ts'

/** Where public pages carry their `PublicConfig`; pages of the app have it from the root's loader. */
export const publicConfigId = 'public-config'

/** The collectors of a public page; undefined when none is configured, and in a frame, which is part of another visit. */
export function readCollectors(): Collectors | undefined {
  const text = self === top ? document.getElementById(publicConfigId)?.textContent : undefined
  // Written by the root from this very type.
  return text ? (JSON.parse(text) as PublicConfig).collectors : undefined
}
