import * as contract from '@ozvi/contract'
import { importErrorsPath, importLimits } from '@ozvi/contract'
import { Locale } from '@ozvi/contract/schemas'
import * as schemas from '@ozvi/contract/schemas'
import * as z from 'zod/mini'
import { confirmedMember, member } from '#features/integrations'
import { download } from '#platform/http/download.ts'
import type { On } from '#platform/http/mount.ts'
import { openErrors } from './rejected-rows.ts'
import * as service from './service.ts'

const manage = member('contacts.manage')
const uploadLimit = { name: 'contact-import', points: 20, per_s: 300 }

export function contactImportRoutes(on: On) {
  on(contract.listContactImports, schemas.listContactImports, manage, service.listContactImports)
  on.stored(contract.uploadContactImport, schemas.uploadContactImport, manage, service.uploadContactImport, {
    bytes_max: importLimits.bytes_max,
    folder: 'import',
    limits: [{ limit: uploadLimit }],
  })
  on(contract.checkContactImport, schemas.checkContactImport, manage, service.checkContactImport)
  on(contract.startContactImport, schemas.startContactImport, manage, service.startContactImport)
  on(contract.cancelContactImport, schemas.cancelContactImport, manage, service.cancelContactImport)
  on(contract.undoContactImport, schemas.undoContactImport, manage, service.undoContactImport)
}

/** The rejected rows, each with the reason. */
export const contactImportErrors = download({
  path: importErrorsPath(':integration_id', ':import_id'),
  operation_id: 'exportContactImportErrors',
  guard: confirmedMember('contacts.manage'),
  kind: 'csv',
  problems: ['confirm_identity'],
  query: z.object({ locale: z._default(Locale, 'en') }),
  open: (ctx, { integration_id }, { locale }, { import_id = '' }) =>
    openErrors(ctx, { integration_id, import_id }, locale),
})
