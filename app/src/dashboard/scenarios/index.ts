export { useScenarios } from './data.ts'
