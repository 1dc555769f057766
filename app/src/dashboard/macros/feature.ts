import type { AppFeature } from '../../app-feature.ts'

export const macros = {
  pages: [
    {
      name: 'app-i-integrationId-settings-macros',
      path: 'app/i/:integrationId/settings/macros',
      file: 'dashboard/macros/macros-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'zap', label: 'macros.title' },
    },
  ],
  lazyMessages: ['macro-settings'],
} as const satisfies AppFeature
