import type { AppFeature } from '../../app-feature.ts'

export const cannedReplies = {
  pages: [
    {
      name: 'app-i-integrationId-settings-replies',
      path: 'app/i/:integrationId/settings/replies',
      file: 'dashboard/canned-replies/replies-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'message', label: 'canned-replies.title' },
    },
  ],
  lazyMessages: ['suggestions'],
} as const satisfies AppFeature
