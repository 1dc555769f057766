import type { AppFeature } from '../../app-feature.ts'

export const hubspot = {
  pages: [
    {
      name: 'app-i-integrationId-settings-hubspot',
      path: 'app/i/:integrationId/settings/hubspot',
      file: 'dashboard/hubspot/hubspot-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'link', label: 'shell.settings_hubspot' },
    },
  ],
  lazyMessages: ['hubspot'],
} as const satisfies AppFeature
