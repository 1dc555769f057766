import { ConfigError } from '#platform/context/config.ts'
import { DatabaseError } from '#platform/database/index.ts'

/** Explains errors that an operator can fix in one sentence; returns the stack of all others. */
export function explainStartError(error: unknown, env: { HOST?: string }): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  // Node's own errors carry these.
  const { code, port, hostname, address } = error as {
    code?: string
    port?: number
    hostname?: string
    address?: string
  }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what listens there, or take another one: PORT=${Number(port) + 1}`
  const isNotHere = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code ?? '')
  if (isNotHere && env.HOST && env.HOST === (hostname ?? address))
    return `HOST must be an address or a name of this machine, such as localhost, or 0.0.0.0 for all interfaces. ${env.HOST} isn’t one.`
  return String((error as Error).stack ?? error)
}
