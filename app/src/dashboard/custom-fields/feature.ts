import type { AppFeature } from '../../app-feature.ts'

export const customFields = {
  pages: [
    {
      name: 'app-i-integrationId-settings-contact-fields',
      path: 'app/i/:integrationId/settings/contact-fields',
      file: 'dashboard/custom-fields/contact-fields-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'contact', label: 'contacts.own_fields' },
    },
    {
      name: 'app-i-integrationId-settings-conversation-fields',
      path: 'app/i/:integrationId/settings/conversation-fields',
      file: 'dashboard/custom-fields/conversation-fields-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'sliders', label: 'custom-fields.title' },
    },
  ],
} as const satisfies AppFeature
