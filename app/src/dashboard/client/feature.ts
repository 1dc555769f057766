import type { AppFeature } from '../../app-feature.ts'

export const client = {
  pages: [
    {
      name: 'app-i-integrationId-settings-client',
      path: 'app/i/:integrationId/settings/client',
      file: 'dashboard/client/client-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'message', label: 'shell.chat_widget' },
    },
  ],
  lazyMessages: ['client', 'identity'],
} as const satisfies AppFeature
