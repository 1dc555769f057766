export { openWebhookLines } from './lines.ts'
export { openWebhookSecrets } from './secrets.ts'
