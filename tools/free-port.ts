import { createServer } from 'node:net'

/*
 * Ports for servers that tests start. They lie below those that the system gives to outgoing connections (from
 * 32768 on Linux), so that a port is still free when its server comes to listen, or comes back after a crash;
 * and a test run and each of its workers have a range of their own, so that no two choose the same.
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
