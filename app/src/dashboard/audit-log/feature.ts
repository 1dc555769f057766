import type { AppFeature } from '../../app-feature.ts'

export const auditLog = {
  pages: [
    {
      name: 'app-i-integrationId-settings-audit-log',
      path: 'app/i/:integrationId/settings/audit-log',
      file: 'dashboard/audit-log/audit-log-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'list', label: 'shell.audit_log', right: 'audit.see' },
    },
  ],
  lazyMessages: ['audit-log'],
} as const satisfies AppFeature
