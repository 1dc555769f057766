import type { PublicConfig } from '../session/request.ts'

/** Where every page carries its `PublicConfig`, for scripts without React. */
export const publicConfigId = 'public-config'

/** Undefined where a page failed before it knew. */
export function readPublicConfig(): PublicConfig | undefined {
  const text = document.getElementById(publicConfigId)?.textContent
  // Written by the root from this very type.
  return text ? (JSON.parse(text) as PublicConfig) : undefined
}
