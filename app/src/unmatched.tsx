import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from 'react-router'
import { pageBuild } from '#platform/document/build-info.ts'
import { detectLocale } from '#platform/i18n/locale.ts'
import { notFound } from '#platform/session/not-found.ts'
import { pageRequest } from '#platform/session/request.ts'
import { pageLocationOf } from '#addresses'
import { redirectOf, type RouteRule, routeRules } from './route-rules.ts'
import { contentExists } from './site/content/content.server.ts'

/**
 * Handles URLs without a page. Redirect rules come first. The URL of a page without its locale redirects (302)
 * to the reader's language; emails, guards and the API link this way. Everything else is a 404.
 */
export function loader({ request, url, context }: LoaderFunctionArgs) {
  const { pathname } = url
  // The router serializes the query of `url` again: `?flag` becomes `?flag=`.
  const { search } = new URL(request.url)
  const rule = redirectOf(routeRules, { pathname, search }, context.get(pageRequest).public_config)
  if (rule) throw redirect(rule.location, rule.status)
  const location = pageLocationOf(pathname)
  const locale = detectLocale({
    cookie: request.headers.get('cookie'),
    accept_language: request.headers.get('accept-language'),
  })
  if (!location || location.locale || !contentExists(pathname, locale)) throw notFound(pathname)
  return redirect(`/${locale}${pathname === '/' ? '' : pathname}${search}`)
}

/** The rules of the page's build; empty if they can't be loaded, because the server has them too. */
async function readRules(): Promise<readonly RouteRule[]> {
  try {
    const reply = await fetch(`/builds/${pageBuild()}.json`, { credentials: 'omit' })
    // The build wrote the file from the list of rules.
    return reply.ok ? ((await reply.json()) as { rules: RouteRule[] }).rules : []
  } catch {
    return []
  }
}
/** For client-side navigation. Only the server has the settings and decides what doesn't exist. */
export async function clientLoader({ url, serverLoader }: ClientLoaderFunctionArgs) {
  const rule = redirectOf(await readRules(), url)
  if (rule) throw redirect(rule.location, rule.status)
  // Pages outside the app, or in another language, are separate documents.
  if (pageLocationOf(url.pathname)) throw redirectDocument(url.pathname + url.search)
  return serverLoader()
}

export default function Unmatched() {
  return null
}
