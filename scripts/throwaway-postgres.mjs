import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const startWithin_ms = 30_000

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** PostgreSQL doesn't run as root, so it runs under the account that its package created. */
function account() {
  if (process.getuid?.() !== 0) return {}
  const id = (/** @type {string} */ kind) =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * A temporary PostgreSQL server for one test run. Its data is never synced to disk.
 *
 * @param {string} postgres path of the server program
 * @returns {Promise<{ url: string, restart: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startPostgres(postgres) {
  const bin = path.dirname(postgres)
  const owner = account()
  // Outside home folders, which the account that runs it may not be able to enter.
  const folder = mkdtempSync('/tmp/ozvi-postgres-')
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'ozvi', '--auth=trust', '--encoding=UTF8', '--no-sync'],
      { ...options, stdio: 'pipe' },
    )
    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: '200',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }
    const launch = () => {
      const server = spawn(
        postgres,
        [
          '-D',
          data,
          '-p',
          String(port),
          ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      let output = ''
      server.stderr.on('data', (text) => (output = `${output}${text}`.slice(-4_000)))
      const exited = new Promise((resolve) => server.once('exit', resolve))
      return { server, exited, readOutput: () => output }
    }
    /** @param {ReturnType<typeof launch>} launched */
    async function ready({ server, readOutput }) {
      const until = Date.now() + startWithin_ms
      for (;;) {
        try {
          execFileSync(path.join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], options)
          break
        } catch {
          if (server.exitCode !== null || Date.now() > until)
            throw new Error(`PostgreSQL did not start:\n${readOutput()}`)
          await sleep(50)
        }
      }
    }
    let running = launch()
    await ready(running)
    return {
      url: `postgres://ozvi@127.0.0.1:${port}/postgres`,
      /** Restarts the server, which ends every connection, as an upgrade does. */
      async restart() {
        running.server.kill('SIGINT')
        await running.exited
        running = launch()
        await ready(running)
      },
      async stop() {
        running.server.kill('SIGQUIT')
        await running.exited
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
