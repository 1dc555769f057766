import { redirect, replace } from 'react-router'
import { pageLocationOf, pagePath } from '#addresses'
import { SettingsList } from './settings-list.tsx'

interface At {
  url: URL
  params: { integrationId?: string }
}
/** The path of the general settings, unless the list is asked for: `?view=list`. */
function generalPath({ url, params: { integrationId = '' } }: At): string | null {
  if (url.searchParams.get('view') === 'list') return null
  const locale = pageLocationOf(url.pathname)?.locale ?? 'en'
  return pagePath(locale, 'app-i-integrationId-settings-general', { integrationId })
}

export function loader(at: At) {
  const path = generalPath(at)
  if (path) throw redirect(path)
  return null
}
export function clientLoader(at: At) {
  const path = generalPath(at)
  // The page that is open already gets no second entry in the history.
  if (path) throw location.pathname === path ? replace(path) : redirect(path)
  return null
}

// The router requires a default export.
export default function SettingsIndex() {
  return <SettingsList />
}
