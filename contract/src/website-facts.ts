import * as z from 'zod/mini'
import { HttpUrl, Locale } from './fields.ts'
import { route } from './api.ts'

/** `website-facts`: details read from a website to fill in a new workspace. */

/** Null for what the website doesn't contain. */
export const WebsiteFacts = z.object({
  /** At most 80 characters. */
  name: z.nullable(z.string()),
  /** Of those the chat speaks. */
  locale: z.nullable(Locale),
  /** `#rrggbb`; white and near-white don't count as brand colors. */
  colour: z.nullable(z.string()),
  /** Absolute; only ever asked for by the server. */
  icon_url: z.nullable(z.string()),
})
export type WebsiteFacts = z.infer<typeof WebsiteFacts>

/**
 * Reads one page and stores nothing. A page that can't be read returns no facts and no reason, because the
 * reason would reveal which addresses answer.
 */
export const readWebsiteFacts = route({
  method: 'POST',
  path: '/api/website-facts',
  input: z.object({ url: HttpUrl }),
  output: WebsiteFacts,
  problems: ['invalid_input', 'rate_limited'],
})
