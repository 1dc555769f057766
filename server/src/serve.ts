import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadWidget } from '#features/client'
import { createServer } from './create-server.ts'
import { type Config, isLoopbackHost } from '#platform/context/config.ts'
import { warningsOf } from '#platform/config-warnings.ts'
import { type Database, migrate } from '#platform/database/index.ts'
import { createRealtimePort } from '#platform/http/realtime-api.ts'
import type { createLog } from '#platform/context/log.ts'
import { openContext } from '#platform/context/open-context.ts'
import { loadSecrets } from '#platform/secrets/secrets.ts'
import { loadWeb } from '#platform/web/pages.ts'
import { webFromSources } from '#platform/web/sources.ts'

/** In-flight requests get this long; then the process ends whatever they do. */
const stopWithin_ms = 28_000
const drainOver_ms = 5_000
/** How long a stopping node continues to serve while another one is running. */
const noticedWithin_ms = 1_000

async function listenOn(
  server: ReturnType<typeof createRealtimePort>,
  port: number,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: 'localhost', backlog: 4096 }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : undefined)
    })
  })
}

/** Resolves when the pages are built, which `npm start` does while this process opens its database. */
async function pagesAreBuilt(): Promise<void> {
  if (!process.argv.includes('--await-build')) return
  const stop = () => process.exit(1) // the launcher is gone
  process.once('disconnect', stop)
  if (!process.connected) stop()
  await once(process, 'message')
  process.off('disconnect', stop)
}

/** Sent to the launcher, which prints it. */
const readiness = ({ app_url, data_dir, database_url, is_production, smtp_url }: Config) => ({
  app_url,
  ...(is_production || smtp_url ? {} : { mailbox_url: `${app_url}/dev/mail` }),
  ...(database_url ? {} : { data_dir: path.resolve(data_dir) }),
})

/** Sets everything up and listens until a signal to stop. */
export async function serve(
  config: Config,
  log: ReturnType<typeof createLog>,
  opening: Promise<Database>,
): Promise<void> {
  const root = path.join(import.meta.dirname, '../..')
  // Read while the database opens; awaiting it below reports a failure.
  const reading = Promise.resolve(
    config.web_sources
      ? webFromSources(config.web_sources)
      : pagesAreBuilt().then(() => loadWeb(path.join(root, 'app/build'))),
  )
  reading.catch(() => undefined)
  const database = await opening
  // Others may be using it, so it is migrated only for a release that can serve.
  if (config.database_url) await reading
  await migrate(database.pool, path.join(import.meta.dirname, '../migrations'))
  for (const warning of warningsOf(config)) log.warn(warning)
  const secrets = loadSecrets(config)
  const opened = await openContext({ config, secrets, log, database })
  // A local machine has no proxy in front, so the socket gets the port the clients know.
  const socketPort = isLoopbackHost(new URL(config.app_url).hostname)
    ? createRealtimePort(opened.realtime)
    : undefined
  if (socketPort) {
    const listens_on = await listenOn(socketPort, config.realtime.port)
    if (listens_on) config.realtime.listens_on = listens_on
    else log.warn({ port: config.realtime.port }, 'REALTIME_PORT is taken; sockets use the main port')
  }
  const built = { web: await reading, widget: loadWidget(path.join(root, 'widget/dist')) }
  if (!built.web || !built.widget) log.warn('pages or widget are not built (npm start builds them)')
  const { app, system } = await createServer(opened, built)
  opened.realtime.attach(app.server)
  let isStopping = false
  let exitCode = 0
  async function stop(reason: string): Promise<void> {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), stopWithin_ms).unref()
    system.drain()
    // Load balancers must notice first, so that clients sent away reach the other node.
    if (opened.bus && opened.bus.nodes().length > 0) await sleep(noticedWithin_ms)
    await opened.realtime.drain(drainOver_ms)
    socketPort?.close()
    await app.close()
    await opened.close()
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  // The launcher is gone, so nothing else would stop this process.
  process.on('disconnect', () => void stop('the launcher ended'))
  // A request or a socket message that failed unnoticed harms no other, so the process continues.
  process.on('unhandledRejection', (error) =>
    log.error({ err: error, fault_id: crypto.randomUUID() }, 'process: unhandled rejection'),
  )
  // The state of the process is unknown, so it ends; who supervises it starts it again.
  process.on('uncaughtException', (error) => {
    exitCode = 1
    log.fatal({ err: error, fault_id: crypto.randomUUID() }, 'process: uncaught exception, stopping')
    stop('uncaught exception').catch(() => process.exit(1))
  })

  await opened.jobs.start()
  await app.listen({ port: config.port, host: config.host, backlog: 4096 })
  process.stdout.write(`Ozvi is ready at ${config.app_url}\n`)
  process.send?.({ ready: readiness(config) })
}
