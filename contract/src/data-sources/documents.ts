import { defineRoute } from '../api.ts'
import type * as schema from './documents.schema.ts'

export type { DocumentState, PushDocument } from './documents.schema.ts'

/* Documents that a program pushes to a data source of kind `api`, identified by the program's own ids. */

/** Maximum documents in a call. */
export const documentsMax = 100
/** Maximum documents in a source. */
export const sourceDocumentsMax = 20_000
export const documentCharsMax = 100_000
/** Maximum size of a request body. */
export const documentsBytesMax = 2 * 1024 * 1024
export const externalIdCharsMax = 200
/** Every push key starts with this. */
export const pushKeyStart = 'ozvi_push_'

const base = '/api/integration/:integration_id/data-source'
export const createApiSource = defineRoute<typeof schema.createApiSource>()('POST', `${base}/api`)
/** Creates the push key of a source of type `api`. The previous key stops working immediately. */
export const createPushKey = defineRoute<typeof schema.createPushKey>()('POST', `${base}/:source_id/push-key`)

/**
 * Adds documents and replaces those with the same external ids. Other documents stay. Unchanged documents
 * aren't indexed again, so the call can be repeated. Either all documents of a call are accepted or none.
 */
export const putDocuments = defineRoute<typeof schema.putDocuments>()('PUT', '/api/document')
/** Deletes documents immediately. External ids that don't exist are counted in `missing`. */
export const deleteDocuments = defineRoute<typeof schema.deleteDocuments>()('POST', '/api/document/delete')
/** Lists the documents of a source with their status, by external id. */
export const listDocuments = defineRoute<typeof schema.listDocuments>()('GET', '/api/document')
