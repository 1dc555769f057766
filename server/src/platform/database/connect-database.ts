import { join } from 'node:path'
import type { Database, Log } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { connectServer } from './server-database.ts'

/**
 * Opens the database: the server at `database_url`, otherwise PGlite in `<data_dir>/database`.
 *
 * @throws DatabaseError with a message for the operator
 */
export function connectDatabase(options: {
  database_url?: string | undefined
  data_dir: string
  log: Log
}): Promise<Database> {
  const { database_url, data_dir, log } = options
  if (database_url) return connectServer({ database_url, log })
  return startEmbedded({ folder: join(data_dir, 'database'), log })
}
