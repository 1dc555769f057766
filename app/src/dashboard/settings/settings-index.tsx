import { redirect } from 'react-router'
import { pageLocationOf, pagePath } from '#addresses'
import { SettingsList } from './settings-list.tsx'

interface At {
  url: URL
  params: { integrationId?: string }
}
/** The general settings, unless the list is asked for: `?view=list`. */
function openGeneral({ url, params: { integrationId = '' } }: At): null {
  if (url.searchParams.get('view') === 'list') return null
  const locale = pageLocationOf(url.pathname)?.locale ?? 'en'
  throw redirect(pagePath(locale, 'app-i-integrationId-settings-general', { integrationId }))
}

export function loader(at: At) {
  return openGeneral(at)
}
export function clientLoader(at: At) {
  return openGeneral(at)
}

// The router requires a default export.
export default function SettingsIndex() {
  return <SettingsList />
}
