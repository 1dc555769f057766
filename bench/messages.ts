import type { Visitor } from '../server/test/chaos/caller.ts'
import { type ServerPlace, startServer } from '../server/test/chaos/server-process.ts'
import { load, type Load } from './load.ts'
import { populate } from './people.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { createPoster } from './post.ts'
import { median, ms, quantile, type Row, row } from './report.ts'
import { openReplay } from './statements.ts'

const workspaces = 32
const concurrencies = [1, 8, 32]
/** Each variant is measured this many times, alternately, and the median counts, because other load varies. */
const repeats = 3

/** A new process first compiles its code: it runs this long before measuring. */
const warmUp = { at_once: 8, seconds: 3, pid: undefined }

type Way = 'http' | 'statements' | 'insert'
type Loads = Record<Way, Load[]>

function receive(visitors: Visitor[], n: number): Visitor {
  const visitor = visitors[n % visitors.length]
  if (!visitor) throw new Error('nobody is there')
  return visitor
}

async function overHttp(
  place: ServerPlace,
  seconds: number,
  visitors: Visitor[] | undefined,
  loads: Loads[],
) {
  const server = startServer(place)
  const poster = createPoster(place.port)
  try {
    await server.ready()
    const people = visitors ?? (await populate(place, workspaces)).visitors
    const post = (n: number) => poster.post(receive(people, n), crypto.randomUUID())
    await load(warmUp, post)
    for (const [index, at_once] of concurrencies.entries()) {
      loads[index]?.http.push(await load({ at_once, seconds, pid: server.child.pid }, post))
    }
    return people
  } finally {
    poster.close()
    await server.stop()
  }
}

/** @returns the number of statements per message */
async function without(place: ServerPlace, seconds: number, visitors: Visitor[], loads: Loads[]) {
  const replay = await openReplay(place, receive(visitors, 0), visitors)
  const message = (n: number) => replay.message(receive(visitors, n))
  try {
    await load(warmUp, message)
    for (const [index, at_once] of concurrencies.entries()) {
      const how = { at_once, seconds, pid: process.pid }
      loads[index]?.statements.push(await load(how, message))
      loads[index]?.insert.push(await load(how, () => replay.bareInsert()))
    }
    return replay.statements.length
  } finally {
    await replay.close()
  }
}

const speed = (all: Load[]) => median(all.map(({ per_s }) => per_s))
function described(what: string, all: Load[], name?: string): Row {
  const took_ms = all.flatMap((each) => each.took_ms)
  const used_ms = median(all.map((each) => each.cpu_ms))
  const times = `p50 ${ms(quantile(took_ms, 0.5))}, p99 ${ms(quantile(took_ms, 0.99))}`
  return row(
    what,
    `${speed(all).toFixed(0)}/s`,
    Number.isNaN(used_ms) ? times : `${times}, CPU ${used_ms.toFixed(2)} ms each`,
    name ? { [name]: Math.round(speed(all)) } : undefined,
  )
}

/**
 * Messages acknowledged per second, over HTTP and by the same statements without it: on one database, through the
 * same pool, alternately.
 */
export async function messages(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases()) {
    await withTempDatabase(server_url, async (place) => {
      const loads: Loads[] = concurrencies.map(() => ({ http: [], statements: [], insert: [] }))
      let visitors: Visitor[] | undefined
      let statements = 0
      for (let repeat = 0; repeat < repeats; repeat++) {
        visitors = await overHttp(place, seconds, visitors, loads)
        statements = await without(place, seconds, visitors, loads)
      }
      for (const [index, at_once] of concurrencies.entries()) {
        const measured = loads[index]
        if (!measured) continue
        const { http, statements: replayed, insert } = measured
        rows.push(
          described(
            `${name}, ${at_once} at once: HTTP`,
            http,
            `messages_${at_once}_at_once_${name.toLowerCase()}_per_s`,
          ),
          described(`the same ${statements} statements`, replayed),
          described('a bare insert', insert),
          row(
            'HTTP / statements',
            (speed(http) / speed(replayed)).toFixed(2),
            `HTTP / insert ${(speed(http) / speed(insert)).toFixed(2)}`,
          ),
        )
      }
    })
  }
  return rows
}
