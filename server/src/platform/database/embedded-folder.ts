import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncPath, syncTree } from './durability.ts'
import { DatabaseError } from './database-error.ts'

/** PGlite's PostgreSQL; a data folder belongs to one major version. */
export const embeddedPgVersion = '18'

/**
 * Ensures that `folder` contains a database this PGlite can open. A new one is created beside it, synced and
 * renamed into place, so an interrupted start leaves either none or a complete one.
 *
 * @throws DatabaseError `other_major`
 */
export async function prepareFolder(folder: string) {
  const versionFile = join(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim()
    if (major === embeddedPgVersion) return
    throw new DatabaseError(
      'other_major',
      `The database in ${folder} was written by PostgreSQL ${major}, but this release embeds PostgreSQL ` +
        `${embeddedPgVersion}. Export it with the release that wrote it and import it here.`,
    )
  }
  const parent = dirname(folder)
  const draft = `${basename(folder)}.new-`
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(parent)) {
    if (name.startsWith(draft)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const draftFolder = join(parent, draft + randomUUID())
  mkdirSync(draftFolder, { mode: 0o700 })
  await createDatabase(draftFolder)
  syncTree(draftFolder)
  renameSync(draftFolder, folder)
  syncPath(parent)
}

async function createDatabase(folder: string) {
  const maker = fork(new URL('./embedded-create.ts', import.meta.url), [folder], { execArgv: [] })
  const [exit_code] = await once(maker, 'exit')
  if (exit_code !== 0)
    throw new Error(`The database in ${folder} could not be created (exit code ${exit_code}).`)
}
