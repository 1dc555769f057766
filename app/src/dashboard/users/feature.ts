import type { AppFeature } from '../../app-feature.ts'

export const users = {
  lazyMessages: ['custom-roles'],
  pages: [
    {
      name: 'app-i-integrationId-users',
      path: 'app/i/:integrationId/users',
      file: 'dashboard/users/users-page.tsx',
      layout: 'default',
      access: 'member',
      nav: { in: 'rail', icon: 'users', label: 'users.title' },
    },
    {
      name: 'app-i-integrationId-settings-team',
      path: 'app/i/:integrationId/settings/team',
      file: 'dashboard/users/team-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'users', label: 'shell.settings_team' },
    },
  ],
} as const satisfies AppFeature
