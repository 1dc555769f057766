import { Problem } from '@ozvi/contract'
import { QueryClient } from '@tanstack/react-query'

/** Only errors that may be temporary are retried. */
const isTransient = (error: unknown) =>
  !(error instanceof Problem) || error.code === 'unavailable' || error.code === 'server_error'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Rendering doesn't wait for a retry: the browser retries.
        retry: (failures, error) => !import.meta.env.SSR && isTransient(error) && failures < 2,
        // Realtime events keep visible data current; it is refetched when a page is opened again.
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
      // Offline they fail immediately instead of waiting: only the outbox sends later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
/** The app's query cache; guards read it before any component does. */
export const queryClient = createQueryClient()
