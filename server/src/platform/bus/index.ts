export type { Bus, BusListener, BusStats } from './bus.ts'
export { createBus } from './create-bus.ts'
