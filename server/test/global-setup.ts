import { embeddedTemplate, serverTemplate } from './template.ts'

/** Migrates once, before any test file; each file then starts from the result. */
export async function setup() {
  const database_url = process.env['TEST_DATABASE_URL']
  await (database_url ? serverTemplate(database_url) : embeddedTemplate())
}
