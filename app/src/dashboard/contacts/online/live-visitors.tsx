import { useOnlineVisitors } from './use-online-visitors.ts'

export function LiveVisitors({ integration_id }: { integration_id: string }) {
  useOnlineVisitors(integration_id)
  return null
}
