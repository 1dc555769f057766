export type { Citation } from './citations.schema.ts'
