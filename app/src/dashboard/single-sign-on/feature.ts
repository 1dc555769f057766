import type { AppFeature } from '../../app-feature.ts'

export const singleSignOn = {
  pages: [
    {
      name: 'auth-single-sign-on',
      path: 'auth/single-sign-on',
      file: 'site/auth/single-sign-on-page.tsx',
      layout: 'site',
      access: 'open',
    },
    {
      name: 'app-i-integrationId-settings-single-sign-on',
      path: 'app/i/:integrationId/settings/single-sign-on',
      file: 'dashboard/single-sign-on/single-sign-on-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'key', label: 'shell.single_sign_on', right: 'team.manage' },
    },
  ],
  lazyMessages: ['single-sign-on'],
} as const satisfies AppFeature
