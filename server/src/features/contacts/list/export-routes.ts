import { ContactsExported } from '@ozvi/contract/schemas'
import { record } from '#features/audit-log'
import { confirmedMember } from '#features/integrations'
import { download } from '#platform/http/download.ts'
import { exportContacts } from './export.ts'

/** The list as a file, with the same parameters as the list. */
export const contactExport = download({
  path: '/api/integration/:integration_id/contact-export',
  operation_id: 'exportContacts',
  guard: confirmedMember('contacts.export'),
  kind: 'csv',
  query: ContactsExported,
  problems: ['confirm_identity'],
  async open(ctx, actor, filter) {
    await ctx.transaction((tx) => record(ctx, tx, actor, { action: 'contacts_exported' }))
    return { file_name: 'contacts.csv', content: exportContacts(ctx, actor, filter) }
  },
})
