import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { HttpUrl, Locale } from '../fields.schema.ts'

/** Null for what the website doesn't contain. */
export const WebsiteFacts = z.object({
  /** At most 80 characters. */
  name: z.nullable(z.string()),
  /** One of the languages of the chat. */
  locale: z.nullable(Locale),
  /** `#rrggbb`; white and near-white don't count as brand colors. */
  color: z.nullable(z.string()),
  /** An absolute URL, only ever requested by the server. */
  icon_url: z.nullable(z.string()),
})
export type WebsiteFacts = z.infer<typeof WebsiteFacts>
export const readWebsiteFacts = schemas({
  input: z.object({ url: HttpUrl }),
  output: WebsiteFacts,
  problems: ['invalid_input', 'rate_limited'],
})
