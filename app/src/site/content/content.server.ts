import type { Locale } from '@ozvi/contract'
import { notFound } from '#platform/session/not-found.ts'
import { pageLocationOf } from '#addresses'
import { type Body, type Entry, type Kind, kinds } from './front-matter.server.ts'

/*
 * The site's texts: Markdown in content/{locale}/{kind}/, compiled with the web build. Lists use the front matter; a
 * page's text is loaded when it is rendered.
 */

const fronts = import.meta.glob<unknown>('/content/**/*.md', {
  query: '?front',
  import: 'front',
  eager: true,
})
const bodies = import.meta.glob<Body>('/content/**/*.md', { import: 'body' })

const rank = (entry: Entry) =>
  'order' in entry ? String(entry.order).padStart(4, '0') : 'date' in entry ? entry.date : entry.title

/** Entries of a folder by their files. */
const folder = <K extends Kind>(locale: Locale, kind: K) =>
  Object.entries(fronts)
    .filter(([file]) => file.startsWith(`/content/${locale}/${kind}/`))
    // The plugin has parsed each file's front matter by the schema of its folder.
    .map(([file, entry]) => ({ file, entry: entry as Entry<K> }))

/** All pages of a kind: posts newest first, others in their own order or alphabetically. */
export function entries<K extends Kind>(locale: Locale, kind: K): Entry<K>[] {
  const { compare } = new Intl.Collator(locale)
  const found = folder(locale, kind)
    .map(({ entry }) => entry)
    .sort((a, b) => compare(rank(a), rank(b)))
  return kind === 'blog' ? found.reverse() : found
}

export interface Article<K extends Kind> {
  entry: Entry<K>
  body: Body
}
/**
 * One page with its text.
 *
 * @param path without its locale, as in `Entry.path`
 * @throws Response 404 if there is none
 */
export async function article<K extends Kind>(locale: Locale, kind: K, path: string): Promise<Article<K>> {
  const found = folder(locale, kind).find(({ entry }) => entry.path === path)
  const body = found && (await bodies[found.file]?.())
  if (!found || !body) throw notFound(`/${locale}${path}`)
  return { entry: found.entry, body }
}

/** Paths of all content pages, without locale. */
export const contentPaths = (locale: Locale): string[] =>
  kinds.flatMap((kind) => entries(locale, kind).map(({ path }) => path))

/** Whether a path without its locale has content; true for pages that aren't content. */
export function contentExists(path: string, locale: Locale): boolean {
  const page = pageLocationOf(path)?.page
  const isContent = page?.isPrerendered && /[:*]/.test(page.path)
  return !isContent || contentPaths(locale).includes(path.replace(/\/$/, ''))
}
