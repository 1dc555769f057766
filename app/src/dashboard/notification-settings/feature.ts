import type { AppFeature } from '../../app-feature.ts'

export const notificationSettings = {
  pages: [
    {
      name: 'app-i-integrationId-settings-notifications',
      path: 'app/i/:integrationId/settings/notifications',
      file: 'dashboard/notification-settings/notification-settings-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'bell', label: 'notifications.title' },
    },
  ],
  lazyMessages: ['notification-settings'],
} as const satisfies AppFeature
