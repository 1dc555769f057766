const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** 08 connection, 53 resources, 57P shutdown, 57014 statement timeout, 25P03 idle transaction. */
const sqlStates = /^(?:08...|53...|57P..|57014|25P03)$/
/** Messages of `pg` and its pool that have no code. */
const words =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/**
 * Whether an error means that the database is unavailable or overloaded, rather than that the query was
 * wrong.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown } // set by Node and by PostgreSQL
  if (typeof code === 'string' && (connectionErrors.has(code) || sqlStates.test(code))) return true
  return words.test(error.message)
}

/** Whether an error means that the disk (or quota) of the file system or of the database is full. */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown } // set by Node and by PostgreSQL
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** 40001 serialization failure, 40P01 deadlock, 23503 reference to a row that was deleted in the meantime. */
const conflictStates = ['40001', '40P01', '23503']
/** Whether an error may be due to another transaction, so that the same one can succeed when it runs again. */
export function isConflictError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown } // set by PostgreSQL
  return typeof code === 'string' && conflictStates.includes(code)
}
