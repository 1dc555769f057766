import { locales } from './platform/i18n/locale.ts'

export interface RouteRule {
  /** Without locale; a trailing `*` matches the rest of the path. */
  from: string
  /**
   * A path without locale, which redirects to the reader's language; a URL of another site; or the setting that
   * contains one. A trailing `*` is replaced by the rest.
   */
  to: string | { setting: keyof RuleSettings }
  /** 301 is permanent, 302 temporary. */
  status: 301 | 302
}
/** URLs that are optional settings; without its URL a rule doesn't apply. */
export interface RuleSettings {
  repository_url?: string | undefined
}

/** Every path that redirects. None of them has a page of its own. */
export const routeRules: readonly RouteRule[] = [
  { from: '/home', to: '/', status: 301 },
  { from: '/login', to: '/auth', status: 301 },
  { from: '/sign-in', to: '/auth', status: 301 },
  { from: '/logout', to: '/auth/logout', status: 302 },
  { from: '/register', to: '/auth/create-account', status: 301 },
  { from: '/sign-up', to: '/auth/create-account', status: 301 },
  { from: '/dashboard', to: '/app', status: 302 },
  { from: '/docs', to: '/documentation', status: 301 },
  { from: '/docs/*', to: '/documentation/*', status: 301 },
  { from: '/glossary', to: '/dictionary', status: 301 },
  { from: '/compare', to: '/competitors', status: 301 },
  { from: '/privacy', to: '/privacy-policy', status: 301 },
  { from: '/refunds', to: '/refund-policy', status: 301 },
  { from: '/terms', to: '/terms-of-service', status: 301 },
  { from: '/github', to: { setting: 'repository_url' }, status: 302 },
]

function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** The part matched by the pattern's `*`, empty for the pattern itself; null for any other path. */
function restOf(pattern: string, path: string): string | null {
  if (!pattern.endsWith('*')) return pattern === path ? '' : null
  const start = pattern.slice(0, -1)
  return path.startsWith(start) && path.length > start.length ? path.slice(start.length) : null
}

/** The redirect target of a URL, with its query (parameters of the target take precedence); null without one. */
export function redirectOf(
  rules: readonly RouteRule[],
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  settings: RuleSettings = {},
): { location: string; status: 301 | 302 } | null {
  const locale = locales.find((one) => pathname === `/${one}` || pathname.startsWith(`/${one}/`))
  const path = withoutEndSlashes(locale ? pathname.slice(locale.length + 1) : pathname) || '/'
  for (const { from, to, status } of rules) {
    const rest = restOf(from, path)
    const targetPath = typeof to === 'string' ? to : settings[to.setting]
    if (rest === null || !targetPath) continue
    const isInternal = targetPath.startsWith('/')
    const target = new URL(
      targetPath.replace(/\*$/, () => rest),
      'https://internal',
    )
    for (const [name, value] of new URLSearchParams(search)) {
      if (!new URL(targetPath, 'https://internal').searchParams.has(name))
        target.searchParams.append(name, value)
    }
    if (!isInternal) return { location: target.href, status }
    const inLocale = locale ? `/${locale}${target.pathname}`.replace(/\/$/, '') : target.pathname
    return { location: inLocale + target.search, status }
  }
  return null
}
