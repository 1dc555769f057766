/*
 * The real server with a control: it is killed with kill -9 at one point of the transactions in which a
 * conversation's run advances. The points are before each writing statement, before the commit, and after it, when
 * the job isn't acknowledged and the events aren't published. The file in KILL_ORDER names the conversation and the
 * point.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { type KillOrder, pointsFile } from './step-points.ts'

interface OpenTransaction {
  order: KillOrder | undefined
  /** Whether it belongs to the conversation, and whether its run advances. */
  isMine: boolean
  isRun: boolean
  step: string
}

const file = process.env['KILL_ORDER'] ?? ''
const open = new WeakMap<object, OpenTransaction>()

function readOrder(): KillOrder | undefined {
  try {
    // Written by the test.
    return JSON.parse(readFileSync(file, 'utf8')) as KillOrder
  } catch {
    return undefined
  }
}

function reach({ order, step }: OpenTransaction, what: string): void {
  if (!order) return
  const { conversation_id, at } = order
  const name = `${step}: ${what}`
  const points = pointsFile(file, conversation_id)
  appendFileSync(points, `${name}\n`)
  if (at?.name !== name) return
  const reached = readFileSync(points, 'utf8')
    .split('\n')
    .filter((line) => line === name)
  if (reached.length !== at.nth) return
  writeFileSync(file, JSON.stringify({ conversation_id } satisfies KillOrder))
  process.kill(process.pid, 'SIGKILL')
}

/** The name of a statement that writes, such as `insert message`; undefined for any other. */
function writeName(text: string): string | undefined {
  const [, act, table] =
    /^\s*(?:with\b.*?)?\b(insert into|update|delete from)\s+"?(?:pgboss"?\.)?"?(\w+)/is.exec(text) ?? []
  return act && table ? `${act.split(' ')[0]?.toLowerCase()} ${table}` : undefined
}

function notice(transaction: OpenTransaction, text: string, values: readonly unknown[]): void {
  const { order } = transaction
  const texts = values.filter((value) => typeof value === 'string')
  if (order && texts.some((value) => value.includes(order.conversation_id))) transaction.isMine = true
  const name = writeName(text)
  if (name === 'insert scenario_run' || name === 'update scenario_run') {
    transaction.isRun = true
    const state = texts.find((value) => value.startsWith('{') && value.includes('"step_id"'))
    // The engine's state.
    if (state) transaction.step = (JSON.parse(state) as { step_id: string | null }).step_id ?? 'start'
  }
  if (name && transaction.isMine && transaction.isRun) reach(transaction, `before ${name}`)
}

/** Replaces the two minutes of the step `nap` by two seconds, in the run's state and in its job. */
function shorten(text: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (text.includes('scenarios.wake')) return value.replace(/"startAfter":"?1[12]\d"?/, '"startAfter":"2"')
  if (!value.includes('"step_id":"nap"')) return value
  const ends_at = new Date(Date.now() + 1_000).toISOString()
  return value.replace(/"waiting_until":"[^"]*"/, `"waiting_until":"${ends_at}"`)
}

const query = pg.Client.prototype.query
function watched(this: object, ...given: unknown[]): unknown {
  const [first, second] = given
  // SQL text, or a prepared statement with a name.
  const { text = '', values = [] } =
    typeof first === 'string'
      ? { text: first, values: second }
      : (first as { text?: string; values?: unknown })
  const run = () => Reflect.apply(query, this, given) as unknown
  if (/^(begin|start transaction)/i.test(text)) {
    open.set(this, { order: readOrder(), isMine: false, isRun: false, step: 'start' })
    return run()
  }
  const transaction = open.get(this)
  if (!transaction) return run()
  if (text !== 'commit' && text !== 'rollback') {
    const given_values = Array.isArray(values) ? values : []
    const shortened = given_values.map((value) => shorten(text, value))
    notice(transaction, text, shortened)
    if (shortened.every((value, index) => value === given_values[index])) return run()
    if (typeof first === 'string') given[1] = shortened
    else given[0] = { ...(first as object), values: shortened }
    return run()
  }
  open.delete(this)
  if (text === 'rollback' || !transaction.isMine || !transaction.isRun) return run()
  reach(transaction, 'before the commit')
  const committed = run()
  return committed instanceof Promise
    ? committed.then((result: unknown) => {
        reach(transaction, 'after the commit')
        return result
      })
    : committed
}
// It has the overloads of the method it replaces.
pg.Client.prototype.query = watched as typeof query

await import('../../src/main.ts')
