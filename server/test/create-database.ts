import { onServer } from './postgres-server.ts'
import { serverTemplate } from './template.ts'

/* Creates a migrated database with the given name on the server at TEST_DATABASE_URL, for tests of other packages. */
const [name = ''] = process.argv.slice(2)
const server_url = process.env['TEST_DATABASE_URL'] ?? ''
await onServer(server_url, `create database ${name} template ${await serverTemplate(server_url)}`)
