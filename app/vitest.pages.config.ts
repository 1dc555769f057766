import { apart, appTests } from './vitest.config.ts'

/** Most tests of the app. They share processes: starting one with jsdom for each file takes longer than its tests. */
export default appTests({
  name: 'pages',
  include: ['src/*/**/*.test.{ts,tsx}'],
  exclude: apart,
  isolate: false,
  sequence: { groupOrder: 3 },
})
