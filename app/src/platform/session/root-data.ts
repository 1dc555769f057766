import { useRouteLoaderData } from 'react-router'
import type { PublicConfig, RootData } from './request.ts'

/** The server's data for every page. */
export function useRootData(): RootData {
  // The root loader returns exactly this type.
  const data = useRouteLoaderData('root') as RootData | undefined
  if (!data) throw new Error('The root loader has no data')
  return data
}
export const usePublicConfig = (): PublicConfig => useRootData().public_config
