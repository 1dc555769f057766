export type { Bus } from './bus.ts'
export { openBus } from './open-bus.ts'
