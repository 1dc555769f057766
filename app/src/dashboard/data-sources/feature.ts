import type { AppFeature } from '../../app-feature.ts'

export const dataSources = {
  pages: [
    {
      name: 'app-i-integrationId-settings-data-sources',
      path: 'app/i/:integrationId/settings/data-sources',
      file: 'dashboard/data-sources/data-sources-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'database', label: 'shell.data_sources' },
    },
    {
      name: 'app-i-integrationId-settings-data-sources-answers',
      path: 'app/i/:integrationId/settings/data-sources/answers',
      file: 'dashboard/data-sources/answers/answers-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
    },
    {
      name: 'app-i-integrationId-settings-data-sources-sourceId',
      path: 'app/i/:integrationId/settings/data-sources/:sourceId',
      file: 'dashboard/data-sources/data-source-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
    },
    {
      name: 'app-i-integrationId-settings-data-sources-sourceId-itemId',
      path: 'app/i/:integrationId/settings/data-sources/:sourceId/:itemId',
      file: 'dashboard/data-sources/item-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
    },
  ],
  lazyMessages: ['data-sources', 'playground'],
} as const satisfies AppFeature
