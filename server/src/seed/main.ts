// `npm run seed`: fills a workspace with conversations, to try or measure the product.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#platform/context/config.ts'
import { DatabaseError, migrate, connectDatabase } from '#platform/database/index.ts'
import { createLog } from '#platform/context/log.ts'
import { openContext } from '#platform/context/open-context.ts'
import { loadSecrets } from '#platform/secrets/secrets.ts'
import { messagesPerConversation, seed, type Seeded } from './seed.ts'
import { createWorkspace, getWorkspace, readPages } from './workspace.ts'

const usage = `npm run seed -- [options]

  --workspace <id or key>  fill this one; without it one is made, and how to sign in is printed
  --conversations <n>      how many (600)
  --messages <n>           about so many messages instead
  --days <n>               spread over the last days (180)
  --seed <text>            the same seed, the same data (ozvi)
  --force                  in production too

With the embedded database the product must not be running meanwhile.
`

class UsageError extends Error {
  override name = 'UsageError'
}

function wholeNumber(name: string, firstNames: string | undefined): number | undefined {
  if (firstNames === undefined) return undefined
  const value = Number(firstNames.replaceAll('_', ''))
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} must be a whole number above 0`)
  return value
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workspace: { type: 'string' },
      conversations: { type: 'string' },
      messages: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string', default: 'ozvi' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  const config = readConfig(process.env)
  if (config.is_production && !values.force)
    throw new UsageError('This is production. Made-up conversations are written here only with --force.')
  const messages = wholeNumber('messages', values.messages)
  const conversations =
    wholeNumber('conversations', values.conversations) ??
    (messages === undefined ? 600 : Math.ceil(messages / messagesPerConversation))
  const days = wholeNumber('days', values.days) ?? 180
  const log = createLog(config.log_level === 'info' ? 'warn' : config.log_level)
  const database = await connectDatabase({
    database_url: config.database_url,
    data_dir: config.data_dir,
    log,
  })
  await migrate(database.pool, path.join(import.meta.dirname, '../../migrations'))
  const { ctx, close } = await openContext({ config, secrets: loadSecrets(config), log, database })
  const print = (line: string) => process.stdout.write(`${line}\n`)
  try {
    const began = performance.now()
    const created = values.workspace ? undefined : await createWorkspace(ctx)
    const workspace = created?.workspace ?? (await getWorkspace(ctx, values.workspace ?? ''))
    const citations = await readPages(ctx, workspace)
    const plan = { seed: values.seed, conversations, days, until: ctx.now() }
    let logged_at = began
    const done = await seed(ctx, workspace, citations, plan, (so_far) => {
      if (performance.now() - logged_at < 5_000) return
      logged_at = performance.now()
      print(`  ${words(so_far)} …`)
    })
    const took_s = ((performance.now() - began) / 1000).toFixed(1)
    print(`${workspace.name}: ${words(done)} in ${took_s} s`)
    print(`  ${config.app_url}/app/i/${workspace.id}`)
    if (created) print(`  Sign in as ${created.sign_in.email} with the password ${created.sign_in.password}`)
  } finally {
    await close()
  }
}

const words = ({ contacts, conversations, messages }: Seeded) =>
  `${messages.toLocaleString('en')} messages in ${conversations.toLocaleString('en')} conversations of ${contacts.toLocaleString('en')} contacts`

main().catch((error: unknown) => {
  const isPlain =
    error instanceof UsageError || error instanceof ConfigError || error instanceof DatabaseError
  process.stderr.write(`${isPlain ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
})
