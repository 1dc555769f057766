import * as contract from '@ozvi/contract'
import { contactDataPath, Problem } from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { record } from '#features/audit-log'
import { confirmedMember } from '#features/integrations'
import { download } from '#platform/http/download.ts'
import type { On } from '#platform/http/mount.ts'
import { contactData } from './data.ts'
import { eraseContact } from './service.ts'

export function contactDataRoutes(on: On) {
  on(contract.eraseContact, schemas.eraseContact, confirmedMember('contacts.erase'), eraseContact, {
    mayContinue: true,
  })
}

/** All data of one contact, as a file. */
export const contactDataExport = download({
  path: contactDataPath(':integration_id', ':contact_id'),
  operation_id: 'exportContact',
  guard: confirmedMember('contacts.export'),
  kind: 'zip',
  problems: ['confirm_identity'],
  async open(ctx, actor, _query, { contact_id = '' }) {
    const content = await contactData(ctx, actor, contact_id)
    if (!content) throw new Problem('not_found')
    await ctx.transaction((tx) => record(ctx, tx, actor, { action: 'contact_exported', subject: contact_id }))
    return { file_name: `contact-${contact_id.slice(0, 8)}.zip`, content }
  },
})
