import type { AppFeature } from '../../app-feature.ts'

export const conversations = {
  pages: [
    {
      name: 'app-i-integrationId-conversation',
      path: 'app/i/:integrationId/conversation',
      file: 'dashboard/conversations/layout/no-conversation-page.tsx',
      layout: 'inbox',
      access: 'member',
      nav: { in: 'rail', icon: 'inbox', label: 'shell.inbox', isInBar: true },
    },
    {
      name: 'app-i-integrationId-conversation-id',
      path: 'app/i/:integrationId/conversation/:id',
      file: 'dashboard/conversations/conversation/conversation-page.tsx',
      layout: 'inbox',
      access: 'member',
    },
  ],
  lazyMessages: ['outbound', 'copilot'],
} as const satisfies AppFeature
