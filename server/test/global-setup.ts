import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildServer } from './built-server.ts'

/** Builds the server that tests start as a process, and creates the database that each file copies. */
export async function setup() {
  await buildServer()
  // In a process of its own: the whole server can't be loaded by the test runner itself.
  execFileSync(process.execPath, [join(import.meta.dirname, 'create-template.ts')], { stdio: 'inherit' })
}
