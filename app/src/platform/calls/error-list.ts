import { type Problem, problems } from '@ozvi/contract'

/** A failed request: its first message, and further ones. */
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
 * Records the errors of a failed call. One record per request: messages of later replies are appended to its
 * items.
 *
 * @param errors a list, or an object whose values are flattened
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

/** Shown by the form or page that made the call; all others need a toast. */
export const isShownInPlace = (status: number) => [404, 413, 422].includes(status)
export const statusOf = (problem: Problem) => problems[problem.code]
