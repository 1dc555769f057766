/*
 * Messages between the loader on the customer's page and the panel in the frame. The first one is sent by
 * `postMessage` to our exact origin and contains a port; all others use the port, which no other page or
 * frame can reach. The visitor token is in none of them.
 */

import type {
  BehaviorSettings,
  BrandColors,
  ClientSide,
  ClientTheme,
  SimulatedChat,
  SimulatedInput,
} from '@ozvi/contract'

export interface HostPage {
  url: string
  title: string
}
/** An unverified claim of the page; a token signed by the page's server is verified. */
export interface Person {
  name?: string
  email?: string
  jwt?: string
}
/** Why a person couldn't be identified. */
export interface IdentifyFailure {
  /**
   * The invalid part of the token: `exp`, `signature`, …; `mode`: the workspace's settings; `name`, `email`:
   * of a claim.
   */
  reason: string
  /** A message for the developer of the page. */
  message: string
}
/** A theme previewed on a preview page; never stored. */
export interface Look extends BrandColors {
  side: ClientSide
  theme: ClientTheme
  /** Empty for the default text. */
  greeting: string
  intro: string
  behavior: BehaviorSettings
}
/**
 * The handshake, sent once when the frame has loaded. The page's origin is taken from the event, which can't
 * be forged.
 */
export interface Handshake {
  ozvi: 'hello'
  page: HostPage
  referrer: string
  /** The first URL of the page; it may have navigated without loading since. */
  landing_url: string
  is_open: boolean
  /** False if the panel was left open on the previous page: the visitor didn't open it now. */
  takes_focus: boolean
  /** The chat was opened here before: replies are checked and the visit continues without opening. */
  is_known: boolean
  /** The host's user has signed out: delete everything about the previous visitor first. */
  is_ended: boolean
  /** What the page has said about the person so far: the session opens with it. */
  person: Person
}
export type ToPanel =
  | { type: 'open'; takes_focus: boolean }
  | { type: 'close' }
  | { type: 'page'; page: HostPage }
  | { type: 'identify'; person: Person }
  /** What the visitor agreed to, in the page's words. */
  | { type: 'consent'; text: string }
  | { type: 'prefill'; text: string }
  | { type: 'ask'; text: string }
  /** Starts a scenario whose trigger applies; `button_id` is empty unless a button of its bubble was chosen. */
  | { type: 'scenario'; scenario_id: string; button_id: string; is_automatic: boolean }
  | { type: 'look'; look: Look }
  | { type: 'end' }
  /** In the test of a scenario, from the editor only. */
  | { type: 'simulate'; chat: SimulatedChat }
export type ToHost =
  | { type: 'ready' }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'unread'; count: number }
  /** Whether the closed frame shows a message preview. */
  | { type: 'peek'; is_on: boolean }
  | { type: 'identified' }
  | ({ type: 'identify_failed' } & IdentifyFailure)
  /** A visit has started in this browser: it continues on the next pages. */
  | { type: 'known' }
  /** The previous visitor was deleted. */
  | { type: 'ended' }
  | { type: 'simulated'; input: SimulatedInput }
