export { zonesWith } from './zones.ts'
