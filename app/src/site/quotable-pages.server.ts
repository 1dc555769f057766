import type { Locale } from '@ozvi/contract'
import { locales } from '#platform/i18n/locale.ts'
import { article, entries } from './content/content.server.ts'
import type { Kind } from './content/front-matter.server.ts'

/** A page of the site that the product's own assistant may quote. */
export interface QuotablePage {
  locale: Locale
  /** With its locale: `/en/documentation/widget`. */
  path: string
  title: string
  /** The content below the title. */
  html: string
}

/** Types of pages that explain the product; others have examples, or describe the past. */
const quoted = ['documentation', 'features', 'dictionary', 'legal'] as const satisfies Kind[]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function quotablePage(locale: Locale, kind: Kind, path: string): Promise<QuotablePage> {
  const { entry, body } = await article(locale, kind, path)
  const html = `<p>${escaped(entry.description)}</p>${body.html}`
  return { locale, path: `/${locale}${path}`, title: entry.title, html }
}

export const quotablePages = (): Promise<QuotablePage[]> =>
  Promise.all(
    locales.flatMap((locale) =>
      quoted.flatMap((kind) => entries(locale, kind).map(({ path }) => quotablePage(locale, kind, path))),
    ),
  )
