import type { AppFeature } from '../../app-feature.ts'

export const reports = {
  pages: [
    {
      name: 'app-i-integrationId-reports',
      path: 'app/i/:integrationId/reports',
      file: 'dashboard/reports/reports-page.tsx',
      hasLazyMessages: true,
      layout: 'default',
      access: 'member',
      nav: { in: 'rail', icon: 'chart', label: 'shell.reports' },
    },
  ],
  lazyMessages: ['reports'],
} as const satisfies AppFeature
