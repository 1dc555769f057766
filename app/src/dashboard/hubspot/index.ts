export { useChosenProperties, useHubspot, useProperties } from './data.ts'
