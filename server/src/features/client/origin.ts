import { type ContactOrigin, type Input, utmNames } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'

const utmCharsMax = 200

/** What the first address says, written by whoever made the link; the one that was landed on comes before the others. */
function utmsOf(addresses: readonly string[]): Pick<ContactOrigin, (typeof utmNames)[number]> {
  const asked = addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).searchParams)
    .find((query) => utmNames.some((name) => query.get(name)?.trim()))
  const said = (name: string) => {
    const text = asked?.get(name) ?? ''
    // A database keeps no NUL, and a line shows no other control character.
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

/** Where somebody new came from, by what the page around the chat says when their visit begins. */
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
