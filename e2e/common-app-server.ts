import { inject } from 'vitest'
import { mailedLink } from './app-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    common_origin: string
  }
}

/** The product that stands for the whole run. Journeys on it keep apart by people and workspaces of their own. */
export function commonAppServer() {
  const origin = inject('common_origin')
  return { origin, mailedLink: (to: string) => mailedLink(origin, to) }
}
