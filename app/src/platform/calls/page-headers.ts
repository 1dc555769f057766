import type { Locale } from '@ozvi/contract'

export const integrationOfPath = (pathname: string) => /\/app\/i\/([^/]+)/.exec(pathname)?.[1]

/** The headers by which the calls of a page name its language and workspace. */
export const pageHeaders = (pathname: string, locale: Locale): Record<string, string> => {
  const integration_id = integrationOfPath(pathname)
  return {
    accept: 'application/json',
    'accept-language': locale,
    ...(integration_id ? { 'x-integration-id': integration_id } : {}),
  }
}
