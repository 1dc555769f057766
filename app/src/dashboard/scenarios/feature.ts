import type { AppFeature } from '../../app-feature.ts'

export const scenarios = {
  pages: [
    {
      name: 'app-i-integrationId-scenario',
      path: 'app/i/:integrationId/scenario',
      file: 'dashboard/scenarios/list/scenarios-page.tsx',
      layout: 'default',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'rail', icon: 'workflow', label: 'shell.scenarios' },
    },
    {
      name: 'app-i-integrationId-scenario-scenarioId',
      path: 'app/i/:integrationId/scenario/:scenarioId',
      file: 'dashboard/scenarios/scenario-page.tsx',
      layout: 'default',
      hasLazyMessages: true,
      access: 'member',
    },
  ],
  lazyMessages: ['scenario-changes', 'scenario-numbers', 'scenario-secrets', 'scenario-tests', 'scenarios'],
} as const satisfies AppFeature
