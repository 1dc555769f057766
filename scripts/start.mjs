import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { environmentWith, findNode, installPackages, root, log } from './packages.mjs'
import { serverEnvironment } from './server-process.mjs'
import { supervise } from './supervise.mjs'
import { watchSources } from './watch.mjs'

/*
 * `npm start` on a fresh clone: installs packages and Node, builds the server, and starts it, which creates its
 * database while the web app is built. There is no `prestart`: npm skips it if install scripts are disabled. `--dev`
 * runs the server and the app from their sources, and restarts the server when its sources change.
 */

/** npm, as long as it runs. */
const parent = process.ppid
const isDev = process.argv.includes('--dev')
/** A second Ctrl+C after this long kills a server that hasn't stopped. */
const forceAfter_ms = 1_000

await installPackages({ withTools: isDev })
const node = findNode()
const env = environmentWith(node)

/** @param {{ app_url: string, mailbox_url?: string, data_dir?: string }} ready */
function logNextSteps({ app_url, mailbox_url, data_dir }) {
  log()
  log(`  Open ${app_url} and create your account, or sign in.`)
  if (mailbox_url) log(`  Emails are at ${mailbox_url}; set SMTP_URL to send them.`)
  if (data_dir) log(`  Everything is stored in ${data_dir}`)
  log('  Ctrl+C stops it.')
  log()
}

/** In ms since 1970; 0 while the server should run. */
let stopRequestedAt = 0
let isBuilt = false
let isRestarting = false
let isFirst = true

function launch() {
  const main = path.join('server', isDev ? 'src/main.ts' : 'dist/main.js')
  const server = spawn(node, [main, ...(isBuilt ? [] : ['--await-build'])], {
    cwd: root,
    // The server stops when the channel to this process closes.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...serverEnvironment, ...env, ...(isDev ? { WEB_SOURCES: path.join(root, 'app') } : {}) },
  })
  server.on('message', (/** @type {{ ready?: Parameters<typeof logNextSteps>[0] }} */ { ready }) => {
    if (ready && isFirst) logNextSteps(ready)
    isFirst = false
  })
  return server
}

function launchForDevelopment() {
  const server = launch()
  server.on('exit', (code, signal) => {
    if (stopRequestedAt > 0) process.exit(code ?? (signal ? 1 : 0))
    if (isRestarting) running = launchForDevelopment()
    else log('The server has ended. It starts again when a file changes.')
    isRestarting = false
  })
  return server
}

/** @type {ReturnType<typeof launch> | undefined} */
let running
/** Starts the server, which creates its database during the build and waits for it before it serves pages. */
async function startDuringBuild() {
  const isStopping = () => stopRequestedAt > 0
  supervise(() => (running = launch()), {
    isStopping,
    onCrash: () => log('The server has crashed. Starting it again …'),
    // Two concurrent builds would write the same files.
    onEnd: (code) => void building.then(() => process.exit(code)),
  })
  const building = build(env, ['app', 'widget'], isStopping)
  isBuilt = await building
  if (isBuilt && running?.connected) running.send({ built: true })
  if (isBuilt) return
  running?.kill()
  process.exit(1)
}

function stop() {
  const isForced = stopRequestedAt > 0 && Date.now() - stopRequestedAt > forceAfter_ms
  stopRequestedAt ||= Date.now()
  if (!running || running.exitCode !== null || running.signalCode !== null) process.exit(0)
  running.kill(isForced ? 'SIGKILL' : 'SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

// npm exits on a signal without forwarding it, and this process would keep the port and the data folder.
if (process.env['npm_lifecycle_event']) {
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 500).unref()
}

log(isDev ? 'Starting Ozvi for development …' : 'Starting Ozvi …')
if (isDev) {
  await build(env, ['widget'])
  isBuilt = true
  running = launchForDevelopment()
  const restart = () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) running = launchForDevelopment()
    else {
      isRestarting = true
      // Connections aren't drained: a development restart has to be fast, and no data is lost.
      running.kill('SIGKILL')
    }
  }
  watchSources(['server/src', 'server/migrations', 'contract/src', 'wire/src'], restart)
  // The server caches the page of the widget's frame, which names the built files.
  watchSources(['widget'], async () => (await build(env, ['widget'])) && restart())
} else {
  if (!(await build(env, ['server']))) process.exit(1)
  void startDuringBuild()
}
