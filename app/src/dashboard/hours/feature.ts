import type { AppFeature } from '../../app-feature.ts'

export const hours = {
  pages: [
    {
      name: 'app-i-integrationId-settings-hours',
      path: 'app/i/:integrationId/settings/hours',
      file: 'dashboard/hours/hours-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'clock', label: 'shell.hours' },
    },
  ],
  lazyMessages: ['hours'],
} as const satisfies AppFeature
