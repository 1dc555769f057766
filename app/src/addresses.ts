import type { Locale } from '@ozvi/contract'
import { type Page, type PageName, pages } from '#pages'
import { locales } from './platform/i18n/locale.ts'

type PathOf<N extends PageName> = Extract<(typeof pages)[number], { name: N }>['path']
type Names<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<R>
  : P extends `${string}:${infer N}`
    ? N
    : never
/** `step?` in a path is optional. */
type Params<N extends string> = { [K in Exclude<N, `${string}?`>]: string } & {
  [K in N extends `${infer O}?` ? O : never]?: string
}
/** The parameters as an argument, if the page has any. */
export type PathArguments<N extends PageName> =
  Names<PathOf<N>> extends never
    ? []
    : Names<PathOf<N>> extends `${string}?`
      ? [Params<Names<PathOf<N>>>?]
      : [Params<Names<PathOf<N>>>]

/** The URL path of a page in a locale. */
export function pagePath<N extends PageName>(locale: Locale, name: N, ...rest: PathArguments<N>): string {
  const params: Record<string, string | undefined> = rest[0] ?? {}
  const path = pages.find((page) => page.name === name)?.path ?? ''
  const filled = path.replace(/:(\w+)\??/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  return `/${locale}/${filled}`.replace(/\/$/, '')
}

const segmentsOf = (path: string): string[] => (path === '' ? [] : path.split('/'))

/** The parameters of a page in these path segments, with `rest` for its `*`; undefined for another page. */
function paramsIn({ path }: Page, segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  const parts = segmentsOf(path)
  if (segments.length > parts.length && parts.at(-1) !== '*') return undefined
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part === '*') params['rest'] = segments.slice(index).join('/')
    else if (part.startsWith(':') && segment !== '') params[part.replace(/[:?]/g, '')] = segment
    if (part.endsWith('?')) continue
    const isMatch = part.startsWith(':') || part === '*' ? segment !== '' : segment === part
    if (!isMatch) return undefined
  }
  return params
}

export interface PageLocation {
  page: Page
  locale: Locale | null
  /** Parameters without a value are left out. */
  params: Partial<Record<string, string>>
}
/** The page of a path, with or without its locale; null if there is none. */
export function pageLocationOf(pathname: string): PageLocation | null {
  const locale =
    locales.find((locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`)) ?? null
  const rest = locale ? pathname.slice(locale.length + 1) || '/' : pathname
  const segments = segmentsOf(rest.slice(1).replace(/\/$/, ''))
  for (const page of pages) {
    const params = rest.startsWith('/') && paramsIn(page, segments)
    if (params) return { page, locale, params }
  }
  return null
}
/** Route id as the guards know it. */
export const routeId = (page: Page, locale: Locale) => `${page.name}___${locale}`
