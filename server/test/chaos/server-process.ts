import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverEnvironment } from '../../../scripts/server-process.mjs'

/** The built server's entry file. */
export const mainFile = path.join(import.meta.dirname, '../../dist/main.js')

export interface ServerPlace {
  data_dir: string
  /** Database URL; without it the embedded one in `data_dir`. */
  database_url?: string | undefined
  port: number
  realtime_port: number
}
export const originOf = ({ port }: ServerPlace): string => `http://localhost:${port}`

export interface ServerProcess {
  readonly child: ChildProcess
  readonly started_at: number
  /**
   * Resolves with the milliseconds from the start until `/health/ready` is ready. Rejects if the server exits
   * first.
   */
  ready(): Promise<number>
  /**
   * Resolves with the milliseconds from the start until `url` answers with an accepted status; any by default.
   */
  answering(url: string, isGood?: (status: number) => boolean): Promise<number>
  /** Kills it; resolves when the process has exited. */
  kill(): Promise<void>
  /** Stops it gracefully. @returns its exit code */
  stop(): Promise<number | null>
  /** Resolves when the process has exited for any reason. */
  gone(): Promise<void>
  /** The last 4000 characters of its error output. */
  complaints(): string
}

export interface StartOptions {
  file?: string
  environment?: Record<string, string>
  /** A module loaded before everything else. */
  first?: string
  /** Command and arguments that end with `exec` of the server. */
  through?: readonly string[]
}

/** Starts the real server as a separate process. */
export function startServer(
  place: ServerPlace,
  { file = mainFile, environment = {}, first, through = [] }: StartOptions = {},
): ServerProcess {
  const started_at = performance.now()
  const preload = first ? ['--import', first] : []
  const node = [process.execPath, '--disable-warning=FSTDEP023', ...preload, file]
  const [command = '', ...args] = [...through, ...node]
  const child = spawn(command, args, {
    cwd: place.data_dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...serverEnvironment,
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: place.data_dir,
      PORT: String(place.port),
      REALTIME_PORT: String(place.realtime_port),
      LOG_LEVEL: 'error',
      ...(place.database_url ? { DATABASE_URL: place.database_url } : {}),
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000)
    })
  }
  const exited = once(child, 'exit')
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  async function answering(url: string, isGood = (_status: number) => true) {
    for (;;) {
      if (isGone()) throw new Error(`The server ended before it was ready:\n${output}`)
      const reply = await fetch(url).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply && isGood(reply.status)) return performance.now() - started_at
      await sleep(15)
    }
  }

  return {
    child,
    started_at,
    ready: () => answering(`${originOf(place)}/health/ready`, (status) => status === 200),
    answering,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    async gone() {
      await exited
    },
    complaints: () => output,
  }
}
