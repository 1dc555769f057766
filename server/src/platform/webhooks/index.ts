export { createWebhookQueues, pauseAfter_ms } from './queues.ts'
export { sendWebhook } from './post.ts'
export { openWebhookSecrets } from './secrets.ts'
