import type { AppFeature } from '../../app-feature.ts'

export const home = {
  pages: [
    {
      name: 'app-i-integrationId',
      path: 'app/i/:integrationId',
      file: 'dashboard/home/home-page.tsx',
      layout: 'default',
      access: 'member',
      nav: { in: 'rail', icon: 'home', label: 'shell.home', isInBar: true },
    },
  ],
} as const satisfies AppFeature
