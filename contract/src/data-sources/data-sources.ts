import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './data-sources.schema.ts'

export type {
  DataSourceKind,
  DataSourceStatus,
  SourceSchedule,
  FailureReason,
  DataSource,
  DataSourceItem,
  ItemStatus,
  AnswerImport,
} from './data-sources.schema.ts'

export const sourceSchedules = ['off', 'daily', 'weekly'] as const
/** The most pages of a website that is not confirmed to be the workspace's own. */
export const unconfirmedPagesMax = 100
export const pagesMax = 20_000
export const questionCharsMax = 500
export const fileBytesMax = 20 * 1024 * 1024
/** File name endings that can be read. */
export const fileExtensions = ['pdf', 'docx', 'csv', 'md', 'markdown', 'txt', 'html', 'htm'] as const
export const itemStatuses = ['indexed', 'skipped', 'failed', 'gone'] as const

const base = '/api/integration/:integration_id/data-source'
const one = '/api/integration/:integration_id/data-source/:source_id'

/** Lists the websites, files, texts and saved answers that the assistant reads. */
export const listDataSources = defineRoute<typeof schema.listDataSources>()('GET', base)
/** Returns a data source with its latest run. */
export const getDataSource = defineRoute<typeof schema.getDataSource>()('GET', one)
/** Adds a website and starts reading it. */
export const createWebsiteSource = defineRoute<typeof schema.createWebsiteSource>()(
  'POST',
  '/api/integration/:integration_id/data-source/website',
)
/** Adds a text that the assistant can quote. */
export const createTextSource = defineRoute<typeof schema.createTextSource>()(
  'POST',
  '/api/integration/:integration_id/data-source/text',
)
/** Adds a saved answer to a question. */
export const createQuestionSource = defineRoute<typeof schema.createQuestionSource>()(
  'POST',
  '/api/integration/:integration_id/data-source/question',
)
export const savedAnswersMax = 2_000
export const answersFileBytesMax = 5 * 1024 * 1024
/**
 * Adds saved answers from a CSV file or pasted cells, and updates those whose question exists. Takes multipart/form-data
 * with `file`, at most `savedAnswersMax` rows, and `is_trial`: if `true`, nothing is saved.
 */
export const importSavedAnswers = defineRoute<typeof schema.importSavedAnswers>()(
  'POST',
  '/api/integration/:integration_id/data-source/question/import',
)
/** Adds a file, as multipart/form-data with the fields `id` and then `file`, at most `fileBytesMax`. */
export const uploadFileSource = defineRoute<typeof schema.uploadFileSource>()(
  'POST',
  '/api/integration/:integration_id/data-source/file',
)
/**
 * Updates a data source. Fields of other source types are rejected. A changed text or answer is indexed
 * again; a changed website is indexed in its next run, and renamed if it was named after its URL.
 */
export const updateDataSource = defineRoute<typeof schema.updateDataSource>()('PUT', one)
/** Starts a run. The current content stays in use until the new content is ready. */
export const syncDataSource = defineRoute<typeof schema.syncDataSource>()('POST', `${one}/sync`)
/**
 * Checks that a website belongs to the workspace: its start page or home page must contain the public key, in
 * the chat's snippet or in a meta element, or its host must have it in a TXT record. If none is found, the
 * call fails on `start_url`.
 */
export const confirmDataSource = defineRoute<typeof schema.confirmDataSource>()('POST', `${one}/confirm`)
/** Stops a run. What it has indexed so far stays. */
export const stopDataSource = defineRoute<typeof schema.stopDataSource>()('POST', `${one}/stop`)
/** Deletes a data source with all its content. */
export const deleteDataSource = defineRoute<typeof schema.deleteDataSource>()('DELETE', one)

/** Lists the pages or files of a data source. Pass `next` as `cursor` to get the following page. */
export const listDataSourceItems = defineRoute<typeof schema.listDataSourceItems>()('GET', `${one}/item`)
/** Returns a page or file with the clean text that the assistant reads. */
export const getDataSourceItem = defineRoute<typeof schema.getDataSourceItem>()('GET', `${one}/item/:item_id`)
/** Includes a page or file in the assistant's answers, or excludes it. */
export const updateDataSourceItem = defineRoute<typeof schema.updateDataSourceItem>()(
  'PUT',
  `${one}/item/:item_id`,
)

/** Also sent during a run, at most twice a second. */
export const dataSourceChanged = defineEvent<typeof schema.dataSourceChanged>()(
  'DataSourceChanged',
  workspaceChannel,
)
export const dataSourceDeleted = defineEvent<typeof schema.dataSourceDeleted>()(
  'DataSourceDeleted',
  workspaceChannel,
)

/** Oldest source first, as listed; an older version is ignored. */
export function applyDataSourceChanged(
  list: readonly schema.DataSource[],
  changed: schema.DataSource,
): schema.DataSource[] {
  const current = list.find(({ id }) => id === changed.id)
  if (!current) return [...list, changed].sort((a, b) => a.created_at.localeCompare(b.created_at))
  return current.version >= changed.version
    ? [...list]
    : list.map((source) => (source.id === changed.id ? changed : source))
}

export const applyDataSourceDeleted = (
  list: readonly schema.DataSource[],
  { id }: { id: string },
): schema.DataSource[] => list.filter((source) => source.id !== id)
