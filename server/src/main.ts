import { readConfig } from '#platform/context/config.ts'
import { connectDatabase } from '#platform/database/index.ts'
import { createLog } from '#platform/context/log.ts'
import { explainStartError } from './start-error.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.log_level)
  // Opens in its own thread while the rest of the program is read, which takes as long.
  const opening = connectDatabase({ database_url: config.database_url, data_dir: config.data_dir, log })
  opening.catch(() => undefined)
  const { serve } = await import('./serve.ts')
  await serve(config, log, opening)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error, process.env)}\n`)
  process.exit(1)
})
