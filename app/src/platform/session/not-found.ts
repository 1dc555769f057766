import { Problem } from '@ozvi/contract'

const notFoundMessage = (pathname: string) => `Page not found: ${pathname}`

/** Thrown by a loader for an unknown URL; the error page shows the message as its title. */
export const notFound = (pathname: string) =>
  new Response(notFoundMessage(pathname), {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
/** The error of a missing page, to be thrown while rendering. */
export const pageNotFound = (pathname: string) =>
  new Problem('page_not_found', undefined, { message: notFoundMessage(pathname) })
