export { retentionOf } from './data.ts'
export { Retention } from './retention.tsx'
