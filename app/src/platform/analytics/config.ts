import type { Collectors } from '@ozvi/contract'
import { readPublicConfig } from '../document/public-config.ts'

/**
 * The configuration on a public page; undefined if none is configured, and in frames, which belong to another
 * visit.
 */
export const readCollectors = (): Collectors | undefined =>
  self === top ? readPublicConfig()?.collectors : undefined
