import type { FailureReason } from '@ozvi/contract'
import { pageShowsKey } from '#features/integrations'
import { TaskFailed, tasksOf, type Threads } from '#platform/threads/index.ts'
import type { Sitemap } from '../crawl/sitemap.ts'
import { readPdf } from './pdf/read-pdf.ts'
import type { Content, Extracted } from './read-content.ts'
import type { Document, Parts } from './read-parts.ts'
import { isFailureReason, ExtractionError } from './extraction-error.ts'

/** `cause` is for the log when the reason is `internal`. */
export type Outcome<Result> =
  | { ok: true; content: Result }
  | { ok: false; reason: FailureReason; cause?: string }

/** Reads contents from outside in a thread. Fails by result, never by exception. */
export interface Extractor {
  /** Reads one page. */
  extract(content: Content): Promise<Outcome<Extracted>>
  /** Reads a text or a file, cut into parts. */
  readParts(document: Document): Promise<Outcome<Parts>>
  /** Reads a sitemap; undefined for anything else. */
  readSitemap(bytes: Uint8Array): Promise<Outcome<Sitemap | undefined>>
  /** Whether a page shows the workspace's public key; see `pageShowsKey`. */
  showsKey(bytes: Uint8Array, public_key: string): Promise<boolean>
}

const contentTask = tasksOf<typeof import('./read-content.ts')>(new URL('./read-content.ts', import.meta.url))
const partsTask = tasksOf<typeof import('./read-parts.ts')>(new URL('./read-parts.ts', import.meta.url))
const sitemapTask = tasksOf<typeof import('../crawl/sitemap.ts')>(
  new URL('../crawl/sitemap.ts', import.meta.url),
)

/** Why a content has no result, as a member reads it; anything unforeseen is ours. */
export function failureOf({ reason, error, message }: TaskFailed): FailureReason {
  if (reason === 'timeout') return 'too_complex'
  if (reason === 'out_of_memory') return 'too_large'
  return error === 'ExtractionError' && isFailureReason(message) ? message : 'internal'
}

async function outcomeOf<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { ok: true, content: await work }
  } catch (error) {
    if (error instanceof ExtractionError) return { ok: false, reason: error.reason }
    if (!(error instanceof TaskFailed)) throw error
    return { ok: false, reason: failureOf(error), cause: error.message }
  }
}

export const createExtractor = (threads: Threads): Extractor => ({
  extract: (content) => outcomeOf(threads.run(contentTask('readContent'), content)),
  readParts: (document) =>
    outcomeOf(
      'file_name' in document && /\.pdf$/i.test(document.file_name)
        ? readPdf(threads, document.bytes)
        : threads.run(partsTask('readParts'), document),
    ),
  readSitemap: (bytes) => outcomeOf(threads.run(sitemapTask('readSitemap'), bytes)),
  showsKey: (bytes, public_key) => pageShowsKey(threads, bytes, public_key),
})
