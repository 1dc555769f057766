import type { AppFeature } from '../../app-feature.ts'

export const answerTests = {
  lazyMessages: ['answer-tests'],
  pages: [
    {
      name: 'app-i-integrationId-settings-answer-tests',
      path: 'app/i/:integrationId/settings/answer-tests',
      file: 'dashboard/answer-tests/answer-tests-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'check', label: 'shell.answer_tests' },
    },
  ],
} as const satisfies AppFeature
