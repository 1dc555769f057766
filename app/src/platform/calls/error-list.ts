import { type Problem, problems } from '@ozvi/contract'
import { createListeners } from '../listeners.ts'

/** A failed request: its first message, empty if the reply had none, and further ones. */
export interface ErrorRecord {
  message: string
  items?: string[]
  /** `PUT /api/integration`. */
  request: string
  status: number
}
const records_max = 50
let records: readonly ErrorRecord[] = []
/** Called with the request's record, and with the error and the messages of its latest response. */
type Listener = (record: ErrorRecord, problem: Problem, messages: string[]) => void
const listeners = createListeners<Parameters<Listener>>()

export const errorRecords = () => records
export const onError = listeners.subscribe
export function clearErrors() {
  records = []
}

/**
 * Records the error of a failed call, with the errors of its fields. One record per request: messages of later
 * responses are appended to its items.
 */
export function recordError(request: string, status: number, problem: Problem) {
  const { message } = problem
  // The server may send a list instead of an object of lists.
  const messages: string[] = Object.values(problem.errors ?? {}).flat()
  const existing = records.find((record) => record.request === request)
  const first = existing?.message ?? message
  const items = [
    ...new Set([...(existing?.items ?? []), ...(existing ? [message] : []), ...messages]),
  ].filter((item) => item && item !== first)
  const record: ErrorRecord = { message: first, request, status, ...(items.length > 0 ? { items } : {}) }
  records = [...records.filter((other) => other !== existing), record].slice(-records_max)
  listeners.notify(record, problem, [...new Set([message, ...messages])])
}

const shownErrors: unknown[] = []
/** Marks an error as visible on the page. @returns a function that ends it */
export function markShown(error: unknown) {
  shownErrors.push(error)
  return () => void shownErrors.splice(shownErrors.indexOf(error), 1)
}
export const isShownError = (error: unknown) => shownErrors.includes(error)

/** Shown by the form or page that made the call; all others need a toast. */
export const isShownInForm = (status: number) => [404, 413, 422].includes(status)
/** Reads load what a page shows; other requests are actions of the user. */
export const isRead = ({ request }: ErrorRecord) => request.startsWith('GET ')
/** A page that the plan doesn't include shows that itself, so its failed queries need no toast. */
export const isShownOnPage = (record: ErrorRecord) =>
  isShownInForm(record.status) || (record.status === problems.plan_limit && isRead(record))
export const statusOf = (problem: Problem) => problems[problem.code]
