import { type CurrentUser, integrationIdCharsMin } from '@ozvi/contract'
import { type Place, routeId } from '#addresses'
import { defaultLocale } from '../i18n/locale.ts'

/**
 * The integration that a route asks to be active, from its path or its `integrationId` query; null when
 * the route is not about one, names the active one, or holds too short a word to be an id.
 */
export function integrationToActivate(url: URL, place: Place | null, user: CurrentUser): string | null {
  const name = place ? routeId(place.page, place.locale ?? defaultLocale) : ''
  const queried = url.searchParams.get('integrationId')
  if (!/-i-|app_|onboarding/.test(name) && !queried) return null
  const id = place?.params.integrationId ?? queried
  if (!id || id.length < integrationIdCharsMin) return null
  const active = user.active_integration
  return id === active?.id || id === active?.public_key ? null : id
}
