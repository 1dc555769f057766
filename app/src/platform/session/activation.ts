import { type CurrentUser, integrationIdCharsMin } from '@ozvi/contract'
import { type PageLocation, routeId } from '#addresses'
import { defaultLocale } from '../i18n/locale.ts'

/**
 * The integration a route wants to be active, from its path or `integrationId` query; null if the route has
 * none, names the active one, or the value is too short for an id.
 */
export function integrationToActivate(
  url: URL,
  location: PageLocation | null,
  user: CurrentUser,
): string | null {
  const name = location ? routeId(location.page, location.locale ?? defaultLocale) : ''
  const queried = url.searchParams.get('integrationId')
  if (!/-i-|app_|onboarding/.test(name) && !queried) return null
  const id = location?.params.integrationId ?? queried
  if (!id || id.length < integrationIdCharsMin) return null
  const active = user.active_integration
  return id === active?.id || id === active?.public_key ? null : id
}
