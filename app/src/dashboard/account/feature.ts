import type { AppFeature } from '../../app-feature.ts'

export const account = {
  pages: [
    {
      name: 'app_account',
      path: 'app/account',
      file: 'dashboard/account/account-page.tsx',
      layout: 'default',
      access: 'member',
      hasLazyMessages: true,
    },
  ],
  lazyMessages: ['account', 'auth'],
} as const satisfies AppFeature
