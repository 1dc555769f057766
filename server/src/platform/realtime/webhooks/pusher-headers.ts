import { createHmac } from 'node:crypto'
import type { App } from '../options.ts'

/**
 * The signature that the official server libraries verify: the application's secret, over the body without a
 * timestamp.
 */
export const pusherHeaders = (app: App, body: string) => ({
  'x-pusher-key': app.key,
  'x-pusher-signature': createHmac('sha256', app.secret).update(body).digest('hex'),
})
