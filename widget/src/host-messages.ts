/*
 * What the loader on the customer's page and the panel in the frame tell each other. The first message
 * travels by `postMessage` to our exact origin and carries a port; everything after it uses the port, which
 * no other page or frame can reach. The visitor token is in none of these.
 */

import type { BrandColours, ClientSide, ClientTheme } from '@ozvi/contract'

export interface HostPage {
  url: string
  title: string
}
/** A claim by the page, which helps the team and proves nothing; where the page's server has signed a token, that counts. */
export interface Person {
  name?: string
  email?: string
  jwt?: string
}
/** Why somebody is not who the page says they are. */
export interface IdentifyFailure {
  /** What of the token is wrong: `exp`, `signature`, …; `mode`: the workspace's settings; `name`, `email`: of a claim. */
  reason: string
  /** A sentence for whoever builds the page. */
  message: string
}
/** Another look than the workspace's own, tried on a preview page; nothing of it is kept. */
export interface Look extends BrandColours {
  side: ClientSide
  theme: ClientTheme
  /** Empty: the panel's own words. */
  greeting: string
  intro: string
}
/** Sent once, when the frame has loaded. The page's origin is taken from the event, where nobody can forge it. */
export interface Hello {
  ozvi: 'hello'
  page: HostPage
  referrer: string
  /** Where the page was opened; it may have gone on since without loading. */
  landing_url: string
  is_open: boolean
  /** False when the panel was left open on the page before: the visitor has not asked for it now. */
  takes_focus: boolean
  /** Somebody opened the chat here before: answers are looked for, and the visit goes on, without opening. */
  is_known: boolean
  /** The host's user signed out since: drop everything of the former visitor first. */
  is_ended: boolean
}
export type ToPanel =
  | { type: 'open'; takes_focus: boolean }
  | { type: 'close' }
  | { type: 'page'; page: HostPage }
  | { type: 'identify'; person: Person }
  /** What the visitor has agreed to, in the page's words. */
  | { type: 'consent'; text: string }
  | { type: 'prefill'; text: string }
  | { type: 'ask'; text: string }
  | { type: 'look'; look: Look }
  | { type: 'end' }
export type ToHost =
  | { type: 'ready' }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'unread'; count: number }
  /** Whether the frame shows a preview of a message while it is closed. */
  | { type: 'peek'; is_on: boolean }
  | { type: 'identified' }
  | ({ type: 'identify_failed' } & IdentifyFailure)
  /** This browser is a visitor's: answers find them, and the team sees them, on the next pages too. */
  | { type: 'known' }
  /** The former visitor is forgotten. */
  | { type: 'ended' }
