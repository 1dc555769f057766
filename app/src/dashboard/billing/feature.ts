import type { AppFeature } from '../../app-feature.ts'

export const billing = {
  pages: [
    {
      name: 'app-i-integrationId-settings-billing',
      path: 'app/i/:integrationId/settings/billing',
      file: 'dashboard/billing/billing-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'file', label: 'shell.settings_billing', right: 'billing.manage' },
    },
  ],
  lazyMessages: ['billing'],
} as const satisfies AppFeature
