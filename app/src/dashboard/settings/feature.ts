import type { AppFeature } from '../../app-feature.ts'

export const settings = {
  lazyMessages: ['settings-list'],
  pages: [
    {
      name: 'app-i-integrationId-settings',
      path: 'app/i/:integrationId/settings',
      file: 'dashboard/settings/settings-index.tsx',
      layout: 'default',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'rail', icon: 'settings', label: 'shell.settings' },
    },
  ],
} as const satisfies AppFeature
