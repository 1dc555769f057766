import { type ContactAcquisition, type Input, utmNames } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'

const utmCharsMax = 200

/**
 * UTM parameters of the visited pages; the landing page takes precedence. Link creators can put anything
 * there.
 */
function utmParamsOf(addresses: readonly string[]): Pick<ContactAcquisition, (typeof utmNames)[number]> {
  const selectedTheme = addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).searchParams)
    .find((query) => utmNames.some((name) => query.get(name)?.trim()))
  const paramOf = (name: string) => {
    const text = selectedTheme?.get(name) ?? ''
    // PostgreSQL can't store NUL, and control characters don't belong in a line.
    return (
      text
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, utmCharsMax) || null
    )
  }
  return {
    utm_source: paramOf('utm_source'),
    utm_medium: paramOf('utm_medium'),
    utm_campaign: paramOf('utm_campaign'),
    utm_term: paramOf('utm_term'),
    utm_content: paramOf('utm_content'),
  }
}

/** The acquisition source of a new contact, from what the page reports when the visit starts. */
export function originOf({
  landing_url,
  page,
  referrer,
  time_zone,
}: Input<typeof contract.openVisitorSession>): Omit<
  ContactAcquisition,
  'device' | 'browser' | 'operating_system' | 'import_file'
> {
  const addresses = [landing_url, page?.url].flatMap((address) => address || [])
  return {
    first_page: addresses[0] ?? null,
    referrer: referrer || null,
    ...utmParamsOf(addresses),
    time_zone: time_zone ?? null,
  }
}
