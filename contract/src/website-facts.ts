import * as z from 'zod/mini'
import { HttpUrl, Locale } from './fields.ts'
import { route } from './api.ts'

/** `website-facts`: what a website says of itself, for a workspace to take over. */

/** Null is what it does not say. */
export const WebsiteFacts = z.object({
  /** At most 80 characters. */
  name: z.nullable(z.string()),
  /** Of those the chat speaks. */
  locale: z.nullable(Locale),
  /** `#rrggbb`; white and what is next to it is nobody's brand. */
  colour: z.nullable(z.string()),
  /** Absolute; only ever asked for by the server. */
  icon_url: z.nullable(z.string()),
})
export type WebsiteFacts = z.infer<typeof WebsiteFacts>

/**
 * Reads one page, and nothing is kept of it. A page that cannot be read, for whatever reason, says nothing: the
 * reason would tell what answers where.
 */
export const readWebsiteFacts = route({
  method: 'POST',
  path: '/api/website-facts',
  input: z.object({ url: HttpUrl }),
  output: WebsiteFacts,
  problems: ['invalid_input', 'rate_limited'],
})
