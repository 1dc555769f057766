import type { Key } from '#platform/i18n/keys.ts'
import { iconPaths } from '#ui/icon.tsx'
import { navPages } from '#dashboard/shell'

/** Pages by group, in order. A page that is in no group is at the end of the last one. */
const groups = [
  { title: 'settings-list.you', parts: ['notifications'] },
  {
    title: 'settings-list.workspace',
    parts: ['general', 'team', 'single-sign-on', 'billing', 'api', 'hubspot', 'audit-log'],
  },
  { title: 'settings-list.channel', parts: ['client', 'hours', 'blocked'] },
  {
    title: 'settings-list.inbox',
    parts: ['tags', 'replies', 'macros', 'rules', 'targets', 'contact-fields', 'conversation-fields'],
  },
  {
    title: 'settings-list.assistant',
    parts: ['assistant', 'data-sources', 'answer-tests', 'language-model'],
  },
] as const
type Part = (typeof groups)[number]['parts'][number]

/** Icons that are only in the list of settings. */
const ownIcons: Partial<Record<string, string>> = {
  general: 'M5.5 20.5v-16H14v16M14 9.5h4.5v11M3 20.5h18M8.5 8.5h2.5m-2.5 4h2.5m-2.5 4h2.5',
  billing:
    'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 10h18M6.5 14.5h4',
  replies: 'M7.5 4.5h9A1.5 1.5 0 0 1 18 6v14l-6-4-6 4V6a1.5 1.5 0 0 1 1.5-1.5Z',
  rules: 'M3.5 12H9l5.5-6H20m-3-3 3 3-3 3M9 12l5.5 6H20m-3-3 3 3-3 3',
  targets: 'M12 6.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm0 3.5v3.5M9.5 3.5h5m3.5 3 1.5-1.5',
  'conversation-fields':
    'M5 5h14a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm0 9h14a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1ZM7 7.5h4m-4 9h7',
  'language-model':
    'M8 7h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Zm2-3.5V7m4-3.5V7m-4 10v3.5m4-3.5v3.5M3.5 10H7m-3.5 4H7m10-4h3.5M17 14h3.5',
}
const isGrouped = (part: string): part is Part =>
  groups.some(({ parts }) => parts.some((each) => each === part))
const partOf = ({ name }: { name: string }) => name.replace('app-i-integrationId-settings-', '')

/** Every page of the settings, as its feature names it. */
export const settingsPages = navPages('settings').map((page) => {
  const part = partOf(page)
  return {
    page,
    part,
    label: page.nav.label,
    hint: isGrouped(part) ? (`settings-list.hint_${part}` as const) : undefined,
    icon: ownIcons[part] ?? iconPaths[page.nav.icon],
  }
})
export type SettingsPage = (typeof settingsPages)[number]

const pagesOf = (parts: readonly string[]) =>
  parts.flatMap((part) => settingsPages.find((each) => each.part === part) ?? [])
export const settingsSections: readonly { title: Key; pages: readonly SettingsPage[] }[] = groups.map(
  ({ title, parts }, index) => ({
    title,
    pages: [
      ...pagesOf(parts),
      ...(index === groups.length - 1 ? settingsPages.filter(({ part }) => !isGrouped(part)) : []),
    ],
  }),
)
