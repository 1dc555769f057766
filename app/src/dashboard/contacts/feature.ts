import type { AppFeature } from '../../app-feature.ts'

export const contacts = {
  pages: [
    {
      name: 'app-i-integrationId-contacts',
      path: 'app/i/:integrationId/contacts',
      file: 'dashboard/contacts/list/contacts-page.tsx',
      hasLazyMessages: true,
      layout: 'default',
      access: 'member',
      nav: { in: 'rail', icon: 'contact', label: 'shell.contacts', isInBar: true },
    },
    {
      name: 'app-i-integrationId-contacts-uuid',
      path: 'app/i/:integrationId/contacts/:uuid',
      file: 'dashboard/contacts/profile/contact-page.tsx',
      hasLazyMessages: true,
      layout: 'default',
      access: 'member',
    },
    {
      name: 'app-i-integrationId-settings-blocked',
      path: 'app/i/:integrationId/settings/blocked',
      file: 'dashboard/contacts/blocking/blocked-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
      nav: { in: 'settings', icon: 'ban', label: 'shell.blocked_contacts' },
    },
  ],
  lazyMessages: [
    'blocked-contacts',
    'contact-picker',
    'contact-imports',
    'contact-merging',
    'contact-acquisition',
    'contact-preview',
  ],
} as const satisfies AppFeature
