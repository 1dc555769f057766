import type { AppFeature } from '../../app-feature.ts'

export const languageModel = {
  pages: [
    {
      name: 'app-i-integrationId-settings-language-model',
      path: 'app/i/:integrationId/settings/language-model',
      file: 'dashboard/language-model/language-model-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'pencil', label: 'shell.language_model' },
    },
  ],
  lazyMessages: ['language-model'],
} as const satisfies AppFeature
