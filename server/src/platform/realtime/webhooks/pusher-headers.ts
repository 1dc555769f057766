import { createHmac } from 'node:crypto'
import type { App } from '../options.ts'

/** How the official server libraries check a webhook: by the application's one secret, over a body without a time. */
export const pusherHeaders = (app: App, body: string) => ({
  'x-pusher-key': app.key,
  'x-pusher-signature': createHmac('sha256', app.secret).update(body).digest('hex'),
})
