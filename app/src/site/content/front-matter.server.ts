import * as z from 'zod/mini'
import { iconOf } from '../../platform/icons/name.ts'

/** Front matter of every content file. */
const Common = {
  title: z.string().check(z.minLength(2), z.maxLength(90)),
  /** For lists and search engines. */
  description: z.string().check(z.minLength(40), z.maxLength(200)),
}
const order = z.number()
/** An icon of the app or of the installed collections. */
const icon = z.string().check(z.refine((name) => iconOf(name) !== null, 'is no name of an icon'))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a day such as 2026-11-03'))

/** Front matter by kind; the kind is the folder below the locale. */
export const frontMatter = {
  blog: z.strictObject({ ...Common, date: day, author: z.string(), tags: z.array(z.string()) }),
  features: z.strictObject({ ...Common, order, icon }),
  solutions: z.strictObject({ ...Common, order, icon }),
  competitors: z.strictObject({ ...Common, name: z.string(), checked: day, order }),
  dictionary: z.strictObject({ ...Common, term: z.string(), related: z.array(z.string()) }),
  documentation: z.strictObject({ ...Common, order }),
  legal: z.strictObject({ ...Common, updated: day }),
} as const
export type Kind = keyof typeof frontMatter
export const kinds = Object.keys(frontMatter).filter((kind): kind is Kind => kind in frontMatter)

/** A content page in lists. */
export type Entry<K extends Kind = Kind> = z.infer<(typeof frontMatter)[K]> & {
  /** Without its locale: `/blog/hello`. */
  path: string
  words: number
}
export interface Heading {
  id: string
  text: string
  depth: 2 | 3
}
/** A content file without its front matter. */
export interface Body {
  html: string
  /** For a table of contents. */
  headings: Heading[]
  /** The text without formatting, for search. */
  text: string
}
