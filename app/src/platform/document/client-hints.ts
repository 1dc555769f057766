/*
 * What the server must know about a browser to render the same text. The page contains the values, so that the first
 * render in the browser equals the HTML.
 */

export type Platform = 'mac' | 'other'
export interface ClientHints {
  /** IANA name, from the cookie set by `timeZoneScript`; UTC on the very first page. */
  time_zone: string
  platform: Platform
  /** When the page was rendered, in ms since 1970. */
  now: number
}

/** Runs in the head: the server formats times of the next page in this browser's time zone. */
export const timeZoneScript = `(function(z){if(z&&!('; '+document.cookie+';').includes('; tz='+z+';'))document.cookie='tz='+z+'; path=/; max-age=31536000; samesite=lax'})(Intl.DateTimeFormat().resolvedOptions().timeZone)`

/** @param cookie the `Cookie` header. A name that isn't a time zone counts as UTC. */
export function timeZoneOf(cookie: string | null): string {
  // Offsets such as `+05:30` are valid for Intl, but no browser reports one as its zone.
  const timeZone = /(?:^|;\s*)tz=([A-Za-z][\w+\-/]{0,63})(?:;|$)/.exec(cookie ?? '')?.[1]
  if (!timeZone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
export const platformOf = (user_agent: string | null): Platform =>
  /mac|iphone|ipad/i.test(user_agent ?? '') ? 'mac' : 'other'
