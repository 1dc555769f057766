import type { AppFeature } from '../../app-feature.ts'

export const integrations = {
  pages: [
    {
      name: 'app',
      path: 'app',
      file: 'dashboard/integrations/picker-page.tsx',
      layout: 'default',
      access: 'member',
    },
    {
      name: 'app-i-integrationId-settings-general',
      path: 'app/i/:integrationId/settings/general',
      file: 'dashboard/integrations/general-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'sliders', label: 'shell.settings_general' },
    },
  ],
  lazyMessages: ['general', 'retention'],
} as const satisfies AppFeature
