import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/free-port.ts'
import { findProgram } from '../../../scripts/apt.mjs'

export const redisProgram = findProgram('redis')

/** A Redis for one test, which can be stopped and restarted at the same address. */
export async function startRedis() {
  const port = await freePort()
  let child: ChildProcess
  async function start() {
    child = spawn(
      redisProgram ?? 'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'],
      { stdio: 'ignore' },
    )
    while (!(await answers(port))) await sleep(20)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    /** Kills the process. */
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (reply) => resolve(String(reply).startsWith('+PONG')))
    socket.once('error', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })
