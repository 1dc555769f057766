import { type Problem, problems } from '@ozvi/contract'

/** One request that went wrong: its first message, and whatever else was said about it. */
export interface ErrorRecord {
  message: string
  items?: string[]
  /** `PUT /api/integration`. */
  request: string
  status: number
}
const kept_max = 50
let records: readonly ErrorRecord[] = []
const ears = new Set<() => void>()

export const errorRecords = () => records
export function onErrorRecords(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
function replace(next: readonly ErrorRecord[]) {
  records = next
  for (const ear of ears) ear()
}
export const clearErrors = () => replace([])

/**
 * Keeps what a refused call said. One record for a request, however often it is refused: what a later
 * reply adds is appended to its items.
 *
 * @param errors a list, or an object whose values are flattened.
 */
export function recordError(
  request: string,
  status: number,
  message: string,
  errors: string[] | Record<string, string[]> | undefined,
) {
  const said = errors === undefined ? [] : Array.isArray(errors) ? errors : Object.values(errors).flat()
  const held = records.find((record) => record.request === request)
  const first = held?.message ?? message
  const items = [...new Set([...(held?.items ?? []), ...(held ? [message] : []), ...said])].filter(
    (item) => item !== first,
  )
  const record: ErrorRecord = { message: first, request, status, ...(items.length > 0 ? { items } : {}) }
  replace([...records.filter((other) => other !== held), record].slice(-kept_max))
}

/** Shown by the form or page that asked, in its own place; everything else needs a word of its own. */
export const isShownInPlace = (status: number) => [404, 413, 422].includes(status)
export const statusOf = (problem: Problem) => problems[problem.code]
