import { randomUUID } from 'node:crypto'
import { startEmbedded } from '#platform/database/embedded.ts'
import { type Database, connectDatabase } from '#platform/database/index.ts'
import { onServer, siblingUrl } from './postgres-server.ts'
import { embeddedTemplate, log, serverTemplate } from './template.ts'

/** A database of one test file. */
export interface TestDatabase extends Database {
  /** Its address, where it is on a server: for processes a test starts. */
  url: string | undefined
}

/**
 * A migrated, empty database of the caller's own: PGlite in memory, or on the server at TEST_DATABASE_URL.
 * `close` throws it away.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database_url = process.env['TEST_DATABASE_URL']
  if (!database_url) {
    return { ...(await startEmbedded({ template: await embeddedTemplate(), log })), url: undefined }
  }
  const name = `ozvi_test_${randomUUID().replaceAll('-', '')}`
  await onServer(database_url, `create database ${name} template ${await serverTemplate(database_url)}`)
  const url = siblingUrl(database_url, name)
  const database = await connectDatabase({ database_url: url, data_dir: '', log })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await onServer(database_url, `drop database if exists ${name} with (force)`)
    },
  }
}
