import { type ContactOrigin, type Input, utmNames } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'

const utmCharsMax = 200

/**
 * UTM parameters of the visited pages; the landing page takes precedence. Link creators can put anything
 * there.
 */
function utmsOf(addresses: readonly string[]): Pick<ContactOrigin, (typeof utmNames)[number]> {
  const asked = addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).searchParams)
    .find((query) => utmNames.some((name) => query.get(name)?.trim()))
  const said = (name: string) => {
    const text = asked?.get(name) ?? ''
    // PostgreSQL can't store NUL, and control characters don't belong in a line.
    return (
      text
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, utmCharsMax) || null
    )
  }
  return {
    utm_source: said('utm_source'),
    utm_medium: said('utm_medium'),
    utm_campaign: said('utm_campaign'),
    utm_term: said('utm_term'),
    utm_content: said('utm_content'),
  }
}

/** The acquisition source of a new contact, from what the page reports when the visit starts. */
export function originOf({
  landing_url,
  page,
  referrer,
  time_zone,
}: Input<typeof contract.openVisitorSession>): Omit<
  ContactOrigin,
  'device' | 'browser' | 'operating_system' | 'import_file'
> {
  const addresses = [landing_url, page?.url].flatMap((address) => address || [])
  return {
    first_page: addresses[0] ?? null,
    referrer: referrer || null,
    ...utmsOf(addresses),
    time_zone: time_zone ?? null,
  }
}
