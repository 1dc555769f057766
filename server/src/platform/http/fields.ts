import type { FieldErrors } from '@ozvi/contract'
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** The code that a schema gives as its message; the default messages of the schema library aren't for callers. */
const codeOf = (message: string) => (/^[a-z_]+(:|$)/.test(message) ? message : 'type_invalid')

/** Maps an issue to the code of its message; `contract/src/error-messages` has the texts. */
function fieldErrorOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type_invalid'
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? 'required' : `too_short:${issue.minimum}`
      return issue.origin === 'array' ? 'required' : `too_small:${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `too_long:${issue.maximum}`
      return issue.origin === 'array' ? `too_many:${issue.maximum}` : `too_big:${issue.maximum}`
    case 'invalid_format':
      if (issue.format === 'email') return 'email_invalid'
      if (issue.format === 'uuid') return 'id_invalid'
      if (issue.format === 'url') return 'url_invalid'
      return codeOf(issue.message)
    case 'invalid_value':
      return 'choice_invalid'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'custom':
      return codeOf(issue.message)
    default:
      return 'type_invalid'
  }
}

/** One entry per field: only its first issue is reported. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body'
    errors[field] ??= [fieldErrorOf(issue)]
  }
  return errors
}

/**
 * PostgreSQL text can hold neither NUL nor unpaired surrogates. The depth is limited to bound the recursion.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth > 32) return false
  return Object.entries(value).every(
    ([key, each]) => isStorable(key, depth + 1) && isStorable(each, depth + 1),
  )
}

/** The errors of fields that can't be stored, by top-level field; undefined if there are none. */
export function storageErrors(fields: unknown): FieldErrors | undefined {
  if (isStorable(fields)) return undefined
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  const names = entries.flatMap(([name, value]) => (isStorable(name) && !isStorable(value) ? [name] : []))
  return Object.fromEntries((names.length > 0 ? names : ['body']).map((name) => [name, ['type_invalid']]))
}
