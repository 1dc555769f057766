import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbedded } from '#platform/database/embedded.ts'
import { type Database, migrate, connectDatabase } from '#platform/database/index.ts'
import { onServer, siblingUrl } from './postgres-server.ts'

const migrations = join(import.meta.dirname, '../migrations')
const cache = join(import.meta.dirname, '../../node_modules/.cache/ozvi')

export const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })

const sources = join(import.meta.dirname, '../src')
/** The files that define jobs, which have queues in the template. */
const jobFiles = () =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => readFileSync(join(sources, name), 'utf8'))
    .filter((text) => text.includes('defineJob('))

let known: string | undefined
/** Names a template by everything that shapes it, so that an old one is never mistaken for today's. */
const fingerprint = () => (known ??= readFingerprint())
function readFingerprint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrations, name)))
  }
  for (const text of jobFiles()) hash.update(text)
  for (const name of ['@electric-sql/pglite', 'pg-boss']) {
    const manifest = createRequire(import.meta.url)
      .resolve(name)
      .replace(/\/dist\/.*/, '/package.json')
    hash.update(readFileSync(manifest))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Migrates, and creates the tables and queues of all jobs: they take longer than all of ours. */
async function fill(database: Database) {
  await migrate(database.pool, migrations)
  // The whole server is only loaded if there is no template.
  const [{ readConfig }, { openContext }, { loadSecrets }, { createServer }] = await Promise.all([
    import('#platform/context/config.ts'),
    import('#platform/context/open-context.ts'),
    import('#platform/secrets/secrets.ts'),
    import('../src/create-server.ts'),
  ])
  const data_dir = mkdtempSync(join(tmpdir(), 'ozvi-template-'))
  const config = readConfig({ DATA_DIR: data_dir })
  const opened = await openContext({ config, secrets: loadSecrets(config), log, database })
  // Tests call scheduled work themselves.
  await createServer({ ...opened, jobs: { ...opened.jobs, schedule: () => {} } })
  await opened.jobs.start()
  // Each test has keys of its own.
  await database.pool.query('delete from key_check')
  rmSync(data_dir, { recursive: true, force: true })
  return opened
}

/**
 * Drops the databases that nothing connects to: they are a third of the files that each test unpacks. Dropping also
 * writes a checkpoint, so that no test replays the migrations.
 */
async function dropTemplates({ pool }: Database) {
  for (const name of ['template0', 'template1']) {
    await pool.query(`alter database ${name} is_template false`)
    await pool.query(`drop database ${name}`)
  }
}

/** Path of a tar of a migrated database; made if there is none for today's migrations. */
export async function embeddedTemplate(): Promise<string> {
  const path = join(cache, `database-${fingerprint()}.tar`)
  if (existsSync(path)) return path
  const database = await startEmbedded({ log })
  let opened: { close(): Promise<void> } = database
  try {
    opened = await fill(database)
    await dropTemplates(database)
    const draft = `${path}.${randomUUID()}`
    mkdirSync(cache, { recursive: true })
    writeFileSync(draft, await database.dump())
    renameSync(draft, path) // complete or not at all, also with another run at the same time
    for (const name of readdirSync(cache)) {
      if (/^database-\w+\.tar$/.test(name) && join(cache, name) !== path)
        rmSync(join(cache, name), { force: true })
    }
  } finally {
    await opened.close()
  }
  return path
}

/** Lays a migrated database down where `openDatabase({ data_dir })` finds it. */
export async function unpackTemplate(data_dir: string) {
  const folder = join(data_dir, 'database')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', await embeddedTemplate(), '-C', folder], { stdio: 'ignore' })
}

/** Name of a migrated database on the server; made if there is none for today's migrations. */
export async function serverTemplate(database_url: string): Promise<string> {
  const name = `ozvi_template_${fingerprint()}`
  const draft = `ozvi_draft_${randomUUID().replaceAll('-', '')}`
  const database = await connectDatabase({
    database_url: siblingUrl(database_url, name),
    data_dir: '',
    log,
  }).catch(() => undefined)
  if (database) {
    await database.close()
    return name
  }
  await onServer(database_url, `create database ${draft}`)
  const fresh = await connectDatabase({ database_url: siblingUrl(database_url, draft), data_dir: '', log })
  await fill(fresh).then(
    (opened) => opened.close(),
    async (error: unknown) => {
      await fresh.close()
      throw error
    },
  )
  // Two runs may get here together: the second finds the name taken and throws its own away.
  await onServer(database_url, `alter database ${draft} rename to ${name}`).catch(() =>
    onServer(database_url, `drop database ${draft} with (force)`),
  )
  return name
}
