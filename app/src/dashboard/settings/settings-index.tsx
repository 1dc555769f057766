import { type ClientLoaderFunctionArgs, replace } from 'react-router'
import { pageLocationOf, pagePath } from '#addresses'

/** Redirects to the general settings. */
export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const locale = pageLocationOf(new URL(request.url).pathname)?.locale ?? 'en'
  throw replace(
    pagePath(locale, 'app-i-integrationId-settings-general', { integrationId: params.integrationId ?? '' }),
  )
}

// The router requires a default export.
export default function SettingsIndex() {
  return null
}
