import { type LoaderFunctionArgs, redirect } from 'react-router'
import { detectLocale } from '#platform/i18n/locale.ts'
import { notFound } from '#platform/not-found.ts'
import { placeOf } from '#pages'
import { isContentThere } from './site/content/content.server.ts'

/**
 * Every address without a page of its own. That of a page without its locale answers 302 to the reader's
 * language; mails, guards and the API link that way. All else is a 404 with the path as it was asked.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const place = placeOf(pathname)
  const locale = detectLocale({
    cookie: request.headers.get('cookie'),
    accept_language: request.headers.get('accept-language'),
  })
  if (!place || place.locale || !isContentThere(pathname, locale)) throw notFound(pathname)
  return redirect(`/${locale}${pathname === '/' ? '' : pathname}${search}`)
}

export default function Unmatched() {
  return null
}
