import type { FailureReason } from '@ozvi/contract'
import type { Extracted } from '../extract/read-content.ts'

/** What an earlier run stored about a page. */
export interface KnownPage {
  etag: string | null
  last_modified: string | null
  /** Links followed from the start page to it. */
  depth: number
  /** `contentHash` of the stored content. */
  hash: string | null
}

export interface CrawlPlan {
  /** A page, or a sitemap: then the pages that it lists are read and no links followed. */
  start_url: string
  /** Links followed from the start page; 0 reads it alone. */
  depth: number
  include: readonly string[]
  exclude: readonly string[]
  /** Pages with content, 1 or more; a run stops there. */
  pages_max: number
  requests_per_s: number
  /** Limits that hold once the start page shows the workspace's `public_key` in an element that only its owner can add. */
  proven?: { public_key: string; pages_max: number; requests_per_s: number }
  /** Pages with stored content, by address. */
  known: ReadonlyMap<string, KnownPage>
  /** Where a known page leads to, by its own `links`: asked for when it answers that it is unchanged. */
  recallLinks(url: string): Promise<readonly string[]>
  /** Of bodies, together; 500 MB unless given. */
  bytes_max?: number
  /** One hour unless given. */
  duration_max_ms?: number
}

export interface PageVisit {
  kind: 'page'
  url: string
  content: Extracted
  hash: string
  depth: number
  /** Links to pages of the same site, not normalized; at most 500. */
  links: readonly string[]
  etag: string | null
  last_modified: string | null
}
export type Visit =
  | PageVisit
  | { kind: 'unchanged'; url: string }
  /** Answers 404 or 410, or is no part of the planned site any more. Only of pages known before. */
  | { kind: 'gone'; url: string }
  | { kind: 'skipped'; url: string; reason: FailureReason }
  | { kind: 'failed'; url: string; reason: FailureReason }

export interface CrawlProgress {
  found: number
  /** Pages with content, changed or not. */
  fetched: number
  skipped: number
  failed: number
  current_url: string | null
}

export interface CrawlWatch {
  /** Awaited, as `onProgress` is: a visit is stored before the next page is fetched. */
  onVisit(visit: Visit, progress: CrawlProgress): Promise<void>
  onProgress(progress: CrawlProgress): Promise<void>
  /** The start page shows `proven.public_key`. */
  onProven(): Promise<void>
  /** Pages found but not read; at most 200 per call. */
  onUnread(urls: readonly string[], reason: FailureReason, progress: CrawlProgress): Promise<void>
  signal: AbortSignal
}

export interface CrawlEnd {
  /** False when a cap, an abort, a dead site or a failed start page ended the run early. */
  is_complete: boolean
  /** Why it ended early; null after an abort. */
  reason: FailureReason | null
}
