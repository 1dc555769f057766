export { webhooksOf } from './data.ts'
export { Webhooks } from './webhooks.tsx'
