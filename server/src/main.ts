import { ConfigError, readConfig } from '#platform/context/config.ts'
import { DatabaseError, connectDatabase } from '#platform/database/index.ts'
import { createLog } from '#platform/context/log.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.log_level)
  // Opens in its own thread while the rest of the program is read, which takes as long.
  const opening = connectDatabase({ database_url: config.database_url, data_dir: config.data_dir, log })
  opening.catch(() => undefined)
  const { serve } = await import('./serve.ts')
  await serve(config, log, opening)
}

/** Prints errors that an operator can fix as one sentence, and all others with their stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  // Node's own errors carry these two.
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what listens there, or take another one: PORT=${Number(port) + 1}`
  return String((error as Error).stack ?? error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
