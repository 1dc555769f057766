import type { Collectors } from '@ozvi/contract'
import { readPublicConfig } from '../document/public-config.ts'

/** The collectors of a public page; undefined when none is configured, and in a frame, which is part of another visit. */
export const readCollectors = (): Collectors | undefined =>
  self === top ? readPublicConfig()?.collectors : undefined
