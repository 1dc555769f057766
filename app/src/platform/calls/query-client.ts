import { Problem } from '@ozvi/contract'
import { QueryClient } from '@tanstack/react-query'

/** A refusal stays a refusal however often one asks; only what may pass is asked for again. */
const mayPass = (error: unknown) =>
  !(error instanceof Problem) || error.code === 'unavailable' || error.code === 'server_error'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => mayPass(error) && failures < 2,
        // Live lines keep what is shown current; a read is repeated when a page is opened again.
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
/** The app's one cache; guards read it before any component does. */
export const queryClient = createQueryClient()
