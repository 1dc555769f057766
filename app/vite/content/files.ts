import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pageLocationOf } from '../../src/addresses.ts'
import { type Kind, kinds } from '../../src/site/content/front-matter.server.ts'

/*
 * Paths of content: content/{locale}/{kind}/{path}.md is served at /{kind}/{path}, `index` at its folder, and legal
 * pages at the root.
 */

const contentRoot = fileURLToPath(new URL('../../content/', import.meta.url))
const pathPattern = /^(en|sk)\/(\w+)\/(.+)\.md$/

export interface ContentFile {
  locale: 'en' | 'sk'
  kind: Kind
  /** Without its locale. */
  path: string
}
/** Parses an absolute file name; null if the file isn't content. */
export function contentFile(name: string): ContentFile | null {
  if (!name.startsWith(contentRoot)) return null
  const [, locale, folder, rest = ''] = pathPattern.exec(name.slice(contentRoot.length)) ?? []
  const kind = kinds.find((kind) => kind === folder)
  if (!kind || (locale !== 'en' && locale !== 'sk')) return null
  const slug = rest.replace(/(^|\/)index$/, '')
  return { locale, kind, path: `/${[kind === 'legal' ? '' : kind, slug].filter(Boolean).join('/')}` }
}

const addresses = (locale: string) =>
  new Set(
    readdirSync(contentRoot, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const file = contentFile(contentRoot + name.replaceAll('\\', '/'))
      return file?.locale === locale ? file.path : []
    }),
  )

/** Whether a path of the site, without locale, is a page. */
export function pageFinder(locale: string): (path: string) => boolean {
  const content = addresses(locale)
  return (path) => {
    const page = pageLocationOf(path)?.page
    if (!page) return false
    return /[:*]/.test(page.path) && page.layout === 'site' ? content.has(path) : true
  }
}
