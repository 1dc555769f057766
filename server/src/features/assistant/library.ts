import type { Locale } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'

/** The details of an item for a citation, in addition to the quote. */
export interface CitableItem {
  item_id: string
  source_id: string
  title: string
  /** Null for texts, ready answers and files. */
  url: string | null
  /** When its content was last confirmed. */
  fetched_at: string
  snapshot_id: string
}
/**
 * Reads the items of the content. Passed in by `features/all.ts`, because the feature of data sources imports this
 * one.
 */
export interface Library {
  listCitableItems(db: Db, integration_id: string, item_ids: readonly string[]): Promise<CitableItem[]>
  /**
   * A page where visitors can look themselves: a website among the sources, in their language if there is one.
   */
  findStartPage(
    db: Db,
    integration_id: string,
    locale: Locale,
  ): Promise<{ name: string; url: string } | undefined>
  hasSource(db: Db, integration_id: string, source_id: string): Promise<boolean>
  /** Our copy of the item, opened at the quote: a path on our origin. */
  snapshotPath(snapshot_id: string, quote: string): string
  /** The page itself, opened at the quote. */
  textFragment(url: string, quote: string): string
}
