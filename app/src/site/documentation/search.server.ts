import type { Locale } from '@ozvi/contract'
import MiniSearch from 'minisearch'
import { article, entries } from '../content/content.server.ts'

export interface Hit {
  path: string
  title: string
  text: string
}

const fold = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const indexes = new Map<Locale, Promise<MiniSearch<Hit>>>()

async function build(locale: Locale): Promise<MiniSearch<Hit>> {
  const index = new MiniSearch<Hit>({
    idField: 'path',
    fields: ['title', 'description', 'headings', 'text'],
    storeFields: ['path', 'title', 'description'],
    processTerm: fold,
    searchOptions: {
      boost: { title: 4, headings: 2, description: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 1 : 0),
      combineWith: 'AND',
    },
  })
  for (const { path } of entries(locale, 'documentation')) {
    const { entry, body } = await article(locale, 'documentation', path)
    const headings = body.headings.map(({ text }) => text).join('\n')
    const page = { path, title: entry.title, description: entry.description, headings, text: body.text }
    index.add(page)
  }
  return index
}

/** Searches the documentation, best matches first; ignores diacritics and tolerates one typo in long words. */
export async function searchDocumentation(locale: Locale, query: string, hits_max = 20): Promise<Hit[]> {
  const cachedIndex = indexes.get(locale) ?? build(locale)
  indexes.set(locale, cachedIndex)
  const index = await cachedIndex
  // A question can have words without matches; then any of its words is enough.
  const all = index.search(query)
  const hits = all.length > 0 ? all : index.search(query, { combineWith: 'OR' })
  // Stored above, with these names.
  return hits.slice(0, hits_max).map(({ path, title, description }) => ({
    path: path as string,
    title: title as string,
    text: description as string,
  }))
}
