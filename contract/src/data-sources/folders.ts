import { defineRoute } from '../api.ts'
import type * as schema from './folders.schema.ts'

export type { ItemAnswer, SourceEntry, SourceFolder } from './folders.schema.ts'

/* The items of a source as a tree: pages by the path of their address, documents by their external id. */

export const folderCharsMax = 2_000
/** Maximum number of folders of a source that are turned on or off. */
export const folderRulesMax = 200
/** Only the newest are listed; all are counted. */
export const itemAnswersShown = 50

const one = '/api/integration/:integration_id/data-source/:source_id'

/** Lists one level of the folder tree, by path. A folder with a single page is listed as that page. */
export const listSourceFolder = defineRoute<typeof schema.listSourceFolder>()('GET', `${one}/folder`)
/**
 * Turns all pages of a folder on or off, including pages found there later. The content is kept.
 * @throws Problem `invalid_input` on `path`: the folder has no pages, or too many folders are turned on or
 * off
 */
export const updateSourceFolder = defineRoute<typeof schema.updateSourceFolder>()('PUT', `${one}/folder`)
/** Lists the answers that quote an item, newest first, in conversations that the caller can see. */
export const listItemAnswers = defineRoute<typeof schema.listItemAnswers>()(
  'GET',
  `${one}/item/:item_id/answer`,
)
