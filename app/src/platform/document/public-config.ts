import type { PublicConfig } from '../session/request.ts'

/** Id of the element with the `PublicConfig`, for scripts without React. */
export const publicConfigId = 'public-config'

/** Undefined if the page failed before it was written. */
export function readPublicConfig(): PublicConfig | undefined {
  const text = document.getElementById(publicConfigId)?.textContent
  // The root serialized a value of this type.
  return text ? (JSON.parse(text) as PublicConfig) : undefined
}
