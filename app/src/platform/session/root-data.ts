import { useRouteLoaderData } from 'react-router'
import type { PublicConfig, RootData } from './request.ts'

/** What the server told every page. */
export function useRootData(): RootData {
  // The root loader declares exactly this answer.
  const data = useRouteLoaderData('root') as RootData | undefined
  if (!data) throw new Error('The root has not loaded')
  return data
}
export const usePublicConfig = (): PublicConfig => useRootData().public_config
