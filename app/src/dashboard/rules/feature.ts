import type { AppFeature } from '../../app-feature.ts'

export const rules = {
  pages: [
    {
      name: 'app-i-integrationId-settings-rules',
      path: 'app/i/:integrationId/settings/rules',
      file: 'dashboard/rules/rules-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'sliders', label: 'shell.rules' },
    },
    {
      name: 'app-i-integrationId-settings-rules-ruleId',
      path: 'app/i/:integrationId/settings/rules/:ruleId',
      file: 'dashboard/rules/rule-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
    },
  ],
  lazyMessages: ['rules'],
} as const satisfies AppFeature
