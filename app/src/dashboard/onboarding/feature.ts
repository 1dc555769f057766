import type { AppFeature } from '../../app-feature.ts'

export const onboarding = {
  pages: [
    {
      name: 'app-onboarding',
      path: 'app/onboarding/:step?',
      file: 'dashboard/onboarding/onboarding-page.tsx',
      hasLazyMessages: true,
      layout: 'default',
      access: 'member',
    },
  ],
  lazyMessages: ['onboarding'],
} as const satisfies AppFeature
