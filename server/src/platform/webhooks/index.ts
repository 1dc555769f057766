export { createWebhookQueues } from './queues.ts'
export { openWebhookSecrets } from './secrets.ts'
