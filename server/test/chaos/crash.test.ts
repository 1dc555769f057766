import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listMessages, sendVisitorMessage } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { supervise } from '../../../scripts/supervise.mjs'
import { freePort } from '../../../tools/free-port.ts'
import { testDatabase } from '../database.ts'
import { unpackTemplate } from '../template.ts'
import { retryUntilOk, newOwner, newVisitor } from './caller.ts'
import { mainFile, originOf } from './server-process.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-crash-'))
const database = await testDatabase()
if (!database.url) await unpackTemplate(data_dir)
const place = { data_dir, port: await freePort(), realtime_port: await freePort() }
afterAll(async () => {
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

/** Signals cause the faults, each in a tick of the event loop that belongs to no request. */
const faults = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => setImmediate(() => { throw new Error('stray exception') }))
  process.on('SIGHUP', () => setImmediate(() => void Promise.reject(new Error('stray rejection'))))
`)}`

test('REL-33 REL-11 an unhandled rejection is logged once; after an uncaught exception the server drains, exits with 1 and is restarted without losing messages', async () => {
  const started: ChildProcess[] = []
  const exits: unknown[] = []
  let log = ''
  let isStopping = false
  const launch = () => {
    const child = spawn(process.execPath, ['--import', faults, mainFile], {
      cwd: data_dir,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: data_dir,
        PORT: String(place.port),
        REALTIME_PORT: String(place.realtime_port),
        LOG_LEVEL: 'error',
        SITE_WIDGET_KEY: 'off',
        ...(database.url ? { DATABASE_URL: database.url } : {}),
      },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (log += text))
    child.once('exit', (code) => exits.push(code))
    started.push(child)
    return child
  }
  const logged = (message: string) =>
    log
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(`"message":"${message}"`))
      // Written by pino.
      .map((line) => JSON.parse(line) as { level: number; fault_id?: string })
  let crashes = 0
  const ended = new Promise<number>((resolve) =>
    supervise(launch, { isStopping: () => isStopping, onCrash: () => crashes++, onEnd: resolve }),
  )
  try {
    await retryUntilOk(() => fetch(`${originOf(place)}/health/ready`))
    const owner = await newOwner(place, 'owner')
    const { caller, conversation_id, integration_id } = await newVisitor(place, owner)
    const acked: string[] = []
    async function say(body: string) {
      const message = { conversation_id, id: crypto.randomUUID(), body, locale: 'en' } as const
      acked.push((await retryUntilOk(() => caller.call(sendVisitorMessage, message))).id)
    }
    await say('Before')
    started[0]?.kill('SIGHUP')
    await expect.poll(() => logged('stray rejection').length).toBe(1)
    await say('Still here')
    expect([started.length, exits]).toEqual([1, []])

    const sending = Promise.all(Array.from({ length: 12 }, (_, n) => say(`Meanwhile ${n}`)))
    started[0]?.kill('SIGUSR2')
    await sending
    await expect.poll(() => [exits, crashes, started.length], { timeout: 30_000 }).toEqual([[1], 1, 2])
    await say('After')
    const messages = await retryUntilOk(() =>
      owner.caller.call(listMessages, { integration_id, conversation_id, limit: 100 }),
    )
    const theirs = messages.filter(({ author }) => author === 'contact').map(({ id }) => id)
    expect(theirs.toSorted()).toEqual(acked.toSorted())
    for (const [message, level] of [
      ['stray rejection', 50],
      ['stray exception', 60],
    ] as const)
      expect(logged(message)).toMatchObject([{ level, fault_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])

    isStopping = true
    started[1]?.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(exits).toEqual([1, 0])
  } finally {
    isStopping = true
    for (const child of started)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
  }
}, 60_000)

test('REL-33 a process that was never ready isn’t restarted, nor one that crashes repeatedly', async () => {
  const run = async (script: string) => {
    let starts = 0
    const code = await new Promise<number>((resolve) =>
      supervise(
        () => {
          starts++
          return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
        },
        { isStopping: () => false, onCrash: () => undefined, onEnd: resolve },
      ),
    )
    return { starts, code }
  }
  const crashing = 'process.send({ ready: {} }, () => process.exit(3))'
  expect(await run('process.exit(2)')).toEqual({ starts: 1, code: 2 })
  expect(await run('process.send({ ready: {} }, () => process.exit(0))')).toEqual({ starts: 1, code: 0 })
  expect(await run(crashing)).toEqual({ starts: 6, code: 3 })
})
