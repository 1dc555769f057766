import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The whole route list is one small cacheable file; asking the server for routes would cost a round trip each.
  routeDiscovery: { mode: 'initial' },
  // A route's guard and its component are always needed together; apart they would be more requests.
  splitRouteModules: false,
} satisfies Config
