import type { AppFeature } from '../../app-feature.ts'

export const apiKeys = {
  pages: [
    {
      name: 'app-i-integrationId-settings-api',
      path: 'app/i/:integrationId/settings/api',
      file: 'dashboard/api-keys/api-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'code', label: 'shell.api', right: 'settings.manage' },
    },
  ],
  lazyMessages: ['api-keys', 'webhooks'],
} as const satisfies AppFeature
