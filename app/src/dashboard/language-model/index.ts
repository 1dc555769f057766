export { modelOf } from './data.ts'
