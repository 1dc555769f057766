import { build } from '../../scripts/build.mjs'
import { environmentWith } from '../../scripts/packages.mjs'
import { embeddedTemplate, serverTemplate } from './template.ts'

/** Builds the server that tests start as a process, and migrates once; each file starts from the result. */
export async function setup() {
  if (!(await build(environmentWith(process.execPath), ['server'])))
    throw new Error('The server is not built.')
  const database_url = process.env['TEST_DATABASE_URL']
  await (database_url ? serverTemplate(database_url) : embeddedTemplate())
}
