const outOfReach = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** 08 connection, 53 resources, 57P shutdown, 57014 statement timeout, 25P03 silent transaction. */
const sqlStates = /^(?:08...|53...|57P..|57014|25P03)$/
/** What `pg` and its pool say without a code of their own. */
const words =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Whether an error says that the database is away or out of breath, rather than that the query was wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown } // set by Node and by PostgreSQL alike
  if (typeof code === 'string' && (outOfReach.has(code) || sqlStates.test(code))) return true
  return words.test(error.message)
}

/** Whether an error says that there is no room left: of a file system (the quota, too), or of the database's. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown } // set by Node and by PostgreSQL alike
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}
