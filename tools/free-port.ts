import { createServer } from 'node:net'

/*
 * Ports for servers that tests start. They are below the range for outgoing connections (from 32768 on Linux), so
 * that a port is still free when its server starts, or restarts after a crash; each test run and each of its workers
 * has its own range, so that no two use the same port.
 */

const first = 20_000
const span = 3_000
const ranges = 4
const usedPorts = new Set<number>()

/** A port that is unused and isn't returned to another caller. */
export async function freePort(): Promise<number> {
  const from = first + (Number(process.env['VITEST_POOL_ID'] ?? 0) % ranges) * span
  for (;;) {
    const port = from + Math.floor(Math.random() * span)
    if (usedPorts.has(port)) continue
    usedPorts.add(port)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}
