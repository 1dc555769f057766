import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './database.ts'

const every_ms = 1_000
const answer_within_ms = 2_500
const grace_ms = 200

/** Destroys a connection without waiting for a peer that may no longer answer. */
export function destroyConnection(client: pg.ClientBase, reason?: Error) {
  if ('connection' in client) (client as pg.Client).connection.stream.destroy(reason) // every client of `pg` has one
}

/**
 * Whether the database answers `client` in time.
 *
 * @throws the connection's error, if it fails by itself
 */
export async function isResponding(client: pg.Client, timeout_ms: number): Promise<boolean> {
  const query = client.query('select 1').then(() => true)
  const silence = (ms: number) => sleep(ms, false, { ref: false })
  if (await Promise.race([query, silence(timeout_ms)])) return true
  // This process may have been busy while the answer was already in its socket: read once more.
  return Promise.race([query, silence(grace_ms)])
}

/** The message of `pg`, which has no code, after `connectionTimeoutMillis`. */
const connectTimeout = 'timeout expired'

class HeartbeatTimeout extends Error {
  readonly code = '08006'

  constructor() {
    super('The database server does not answer.')
  }
}

/**
 * Watches the server's heartbeat. A frozen or unreachable server resets nothing: queries would wait for the
 * kernel's timeout, which is minutes. After `answer_within_ms` of silence every connection in `clients` is
 * destroyed, so that its query fails.
 *
 * @returns a function that stops watching
 */
export function watchHeartbeat(
  newClient: () => pg.Client,
  clients: Set<pg.ClientBase>,
  log: Log,
): () => void {
  let client: pg.Client | undefined
  let has_ended = false

  /** Resolves when the server stops answering. @throws when the connection is refused or lost */
  async function silence(client: pg.Client) {
    client.on('error', () => {}) // also rejects the awaited query
    await client.connect()
    while (await isResponding(client, answer_within_ms)) await pause()
  }

  void (async () => {
    while (!has_ended) {
      client = newClient()
      const is_silent = await silence(client).then(
        () => true,
        // A server that refuses, restarts or ends this session reports it, also to the other sessions.
        (error: unknown) => error instanceof Error && error.message === connectTimeout,
      )
      destroyConnection(client)
      if (is_silent && !has_ended) {
        log.error('database: heartbeat timed out, closing connections')
        for (const silent of clients) destroyConnection(silent, new HeartbeatTimeout())
      }
      await pause()
    }
  })()
  return () => {
    has_ended = true
    if (client) destroyConnection(client)
  }
}

const pause = () => sleep(every_ms, undefined, { ref: false })
