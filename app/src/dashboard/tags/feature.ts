import type { AppFeature } from '../../app-feature.ts'

export const tags = {
  pages: [
    {
      name: 'app-i-integrationId-settings-tags',
      path: 'app/i/:integrationId/settings/tags',
      file: 'dashboard/tags/tags-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'tag', label: 'tags.title' },
    },
  ],
} as const satisfies AppFeature
