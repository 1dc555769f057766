import type { BrandColours, ClientTexts, ClientTheme, Locale, OpenSpan } from '@ozvi/contract'
import type { Words } from './words/en.ts'

/** What the server writes into the frame as JSON, so that the panel paints without a question. */
export interface Boot extends BrandColours, ClientTexts {
  /** The workspace's public key. */
  key: string
  name: string
  /** Where the workspace's logo is read; null where it has none. */
  logo: string | null
  locale: Locale
  theme: ClientTheme
  /** Whether there is a person to talk to; the session tells again. */
  has_team: boolean
  /** When the team is there; null where it has set no hours. */
  hours: { spans: readonly OpenSpan[]; promise_min: number | null } | null
  /** On the preview page: conversations made here are tests and are kept apart. */
  is_preview: boolean
  /** Beside the settings the panel is looked at, not talked to: no visit begins before something is written. */
  is_quiet: boolean
}

/** @throws when the frame carries no such block: it was not made by our build. */
function readBlock<T>(id: 'boot' | 'words'): T {
  // The server (boot) and the build (words) are the only authors of these blocks.
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
}
export const readBoot = () => readBlock<Boot>('boot')
export const readWords = () => readBlock<Words>('words')
