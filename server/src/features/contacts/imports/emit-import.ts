import { type ContactImport, contactImportChanged, contactsImported } from '@ozvi/contract'
import { audienceWith } from '#features/integrations'
import type { Tx } from '#platform/context/context.ts'

/** Emits an import's state to members who can import, and to everyone that contacts have changed. */
export async function emitImport(tx: Tx, changed: ContactImport) {
  const { integration_id, status } = changed
  tx.emit(contactImportChanged, changed, changed, await audienceWith(tx, integration_id, 'contacts.manage'))
  if (!['waiting', 'checking', 'checked'].includes(status)) tx.emit(contactsImported, { integration_id })
}
