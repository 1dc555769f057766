import { embeddedTemplate, serverTemplate } from './template.ts'

/* Creates the database that tests copy, on the server at TEST_DATABASE_URL if there is one. */
const database_url = process.env['TEST_DATABASE_URL']
await (database_url ? serverTemplate(database_url) : embeddedTemplate())
