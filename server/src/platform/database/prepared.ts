import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */'
/**
 * Ends a frequent statement whose text is always the same: each connection parses it only once. PostgreSQL may use one
 * plan for all parameters, so use it for lookups by key, not for searches.
 */
export const prepared = sql.raw<never>(mark)

/** Prepared statements use memory in every connection. Further texts run unprepared. */
const statementsMax = 40
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= statementsMax) return known
  const name = `p_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** A newer node's migration changed the columns of a statement's result. */
const isStale = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000'

/** Makes a connection prepare statements that end with `prepared`. */
export function prepareMarked(client: pg.ClientBase): void {
  let is_on = true
  const query = (...args: unknown[]): unknown => {
    const [text, values, callback] = args
    const name = is_on && typeof text === 'string' && text.endsWith(mark) ? nameOf(text) : undefined
    // Looked up at each call: tests replace the method.
    if (!name) return Reflect.apply(pg.Client.prototype.query, client, args)
    const config = { name, text, values }
    const running: unknown = Reflect.apply(
      pg.Client.prototype.query,
      client,
      callback ? [config, callback] : [config],
    )
    if (running instanceof Promise)
      running.catch((error: unknown) => {
        if (isStale(error)) is_on = false
      })
    return running
  }
  // It has the overloads of the method it calls.
  client.query = query as typeof client.query
}
