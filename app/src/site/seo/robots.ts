import type { LoaderFunctionArgs } from 'react-router'
import { pageRequest } from '#platform/session/request.ts'

/** Search engines can read the public site, but not the app, API calls and demo pages. */
export function loader({ context }: LoaderFunctionArgs) {
  const { app_url } = context.get(pageRequest).public_config
  const closed = ['/api/', '/app', '/en/app', '/sk/app', '/en/demo', '/sk/demo', '/en/preview', '/sk/preview']
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${app_url}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
