import { redirect, replace } from 'react-router'
import { pageLocationOf, pagePath } from '#addresses'

interface At {
  url: URL
  params: { integrationId?: string }
}
const first = ({ url, params: { integrationId = '' } }: At) =>
  pagePath(pageLocationOf(url.pathname)?.locale ?? 'en', 'app-i-integrationId-settings-general', {
    integrationId,
  })

/** Redirects to the general settings. */
export function loader(at: At) {
  throw redirect(first(at))
}
export function clientLoader(at: At) {
  throw replace(first(at))
}

// The router requires a default export.
export default function SettingsIndex() {
  return null
}
