import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './database.ts'

const every_ms = 60_000
const wal_bytes_max = 32 * 1024 * 1024

/**
 * Replaces PostgreSQL's background processes, which PGlite doesn't have: recycles the write-ahead log, reclaims
 * dead rows and updates the planner's statistics. The thresholds of a table are
 * autovacuum's own defaults.
 *
 * @returns a function that ends it.
 */
export function startMaintenance(pool: pg.Pool, log: Log): () => void {
  const ended = new AbortController()
  const { signal } = ended
  void (async () => {
    while (!signal.aborted) {
      await sleep(every_ms, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await runMaintenance(pool).catch((error: unknown) =>
        log.warn({ err: error }, 'Database maintenance failed'),
      )
    }
  })()
  return () => ended.abort()
}

/**
 * Vacuums every table that is due and takes a checkpoint if the log has grown. Other queries wait for one
 * table at most.
 */
export async function runMaintenance(pool: pg.Pool) {
  const { rows: due } = await pool.query<{ vacuum: string }>(
    `select format('vacuum (analyze) %I.%I', stat.schemaname, stat.relname) as vacuum
     from pg_stat_user_tables stat join pg_class on pg_class.oid = relid
     where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
        or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`,
  )
  for (const { vacuum } of due) await pool.query(vacuum)
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  )
  if ((rows[0]?.bytes ?? 0) > wal_bytes_max) await pool.query('checkpoint')
}
