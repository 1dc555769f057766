import { redirect, replace } from 'react-router'
import { pageLocationOf, pagePath } from '#addresses'
import { SettingsList } from './settings-list.tsx'

interface At {
  url: URL
  params: { integrationId?: string }
}
/** The general settings, unless the list is asked for: `?view=list`. */
function pageInstead({ url, params: { integrationId = '' } }: At): string | null {
  if (url.searchParams.get('view') === 'list') return null
  return pagePath(pageLocationOf(url.pathname)?.locale ?? 'en', 'app-i-integrationId-settings-general', {
    integrationId,
  })
}

export function loader(at: At) {
  const path = pageInstead(at)
  if (path) throw redirect(path)
  return null
}
export function clientLoader(at: At) {
  const path = pageInstead(at)
  if (path) throw replace(path)
  return null
}

// The router requires a default export.
export default function SettingsIndex() {
  return <SettingsList />
}
