import { buildServer } from './built-server.ts'
import { embeddedTemplate, serverTemplate } from './template.ts'

/** Builds the server that tests start as a process, and migrates once; each file starts from the result. */
export async function setup() {
  await buildServer()
  const database_url = process.env['TEST_DATABASE_URL']
  await (database_url ? serverTemplate(database_url) : embeddedTemplate())
}
