import type { LoaderFunctionArgs } from 'react-router'
import { locales } from '#platform/i18n/locale.ts'
import { pageRequest } from '#platform/session/request.ts'
import { referencePaths } from '../api-reference/reference.server.ts'
import { publicPaths } from './public-paths.server.ts'

/** Every public page in both languages, with links to the other one (sitemaps.org, hreflang). */
export function loader({ context }: LoaderFunctionArgs) {
  const { app_url } = context.get(pageRequest).public_config
  const urls = [...publicPaths(), ...referencePaths()].flatMap((path) => {
    const others = locales.map(
      (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${app_url}/${other}${path}"/>`,
    )
    return locales.map((locale) => `<url><loc>${app_url}/${locale}${path}</loc>${others.join('')}</url>`)
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
