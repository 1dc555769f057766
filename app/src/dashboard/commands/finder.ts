import { useEffect } from 'react'
import type { Extra } from './active.ts'

/** A page that a search has found. */
export interface SearchResult {
  id: string
  label: string
  /** Additional text that identifies it, such as an excerpt. */
  note?: string
  /** Path within the app, or a page that opens in its own tab. */
  path: string
  isExternal?: true
}
export const searchKinds = ['conversations', 'contacts', 'pages'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Finds what the command palette can't know: conversations, contacts and help pages. */
export interface Finder {
  /** Commands that every page has. */
  extras: readonly Extra[]
  find: (kind: SearchKind, search: string) => Promise<SearchResult[]>
  open: (result: SearchResult) => void
  /** Searches all messages. */
  searchAll: (search: string) => void
}
let load: (() => Promise<Finder>) | undefined
let current: Finder | undefined
export const finder = (): Finder | undefined => current
/** Loads the finder of the current workspace, if there is one; without it, the palette has commands only. */
export async function loadFinder() {
  current = await load?.()
}

/** Registers the finder of the current workspace while the caller is mounted. */
export function useFinder(next: () => Promise<Finder>) {
  useEffect(() => {
    load = next
    return () => {
      if (load !== next) return
      load = undefined
      current = undefined
    }
  }, [next])
}
