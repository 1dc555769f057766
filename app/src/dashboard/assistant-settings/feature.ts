import type { AppFeature } from '../../app-feature.ts'

export const assistantSettings = {
  pages: [
    {
      name: 'app-i-integrationId-settings-assistant',
      path: 'app/i/:integrationId/settings/assistant',
      file: 'dashboard/assistant-settings/assistant-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'bot', label: 'shell.assistant' },
    },
  ],
  lazyMessages: ['assistant-settings'],
} as const satisfies AppFeature
