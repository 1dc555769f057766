export type { Bus } from './bus.ts'
export { connectBus } from './connect-bus.ts'
