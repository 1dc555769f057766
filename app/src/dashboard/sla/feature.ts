import type { AppFeature } from '../../app-feature.ts'

export const sla = {
  pages: [
    {
      name: 'app-i-integrationId-settings-targets',
      path: 'app/i/:integrationId/settings/targets',
      file: 'dashboard/sla/targets-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'alert-triangle', label: 'sla.title' },
    },
  ],
  lazyMessages: ['targets'],
} as const satisfies AppFeature
