import pg from 'pg'
import type { Db as BossDatabase } from 'pg-boss'
import type { Database } from '#platform/database/index.ts'

/** Adapts our database for pg-boss, which expects values as `pg` parses them by default. */
export function bossDatabase(database: Database): BossDatabase {
  return {
    executeSql: (text, values) =>
      database.pool.query({ text, ...(values ? { values } : {}), types: pg.types }),
    async listen(channel, onNotification, onReconnect) {
      const stop = await database.listen(channel, { received: onNotification, live: onReconnect })
      return { close: stop }
    },
  }
}
