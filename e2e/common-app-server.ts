import { inject } from 'vitest'
import { mailedLink } from './app-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    common_origin: string
    /** An OpenAI-compatible server that the common server may call. */
    model: { base_url: string; key: string }
    /** Where a test receives webhooks of the common server. */
    webhook_port: number
  }
}

/** One server for the whole run. Tests use separate people and workspaces. */
export function commonAppServer() {
  const origin = inject('common_origin')
  return { origin, mailedLink: (to: string) => mailedLink(origin, to) }
}
