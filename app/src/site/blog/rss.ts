import type { LoaderFunctionArgs } from 'react-router'
import { pageRequest } from '#platform/session/request.ts'
import { addressOf } from '../content/address.ts'
import { entries } from '../content/content.server.ts'
import { noonOf } from '../content/day.ts'

const escape = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const titles = { en: 'Ozvi blog', sk: 'Blog Ozvi' }

/** The blog as RSS 2.0. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { app_url } = context.get(pageRequest).public_config
  const { locale } = addressOf(request)
  const items = entries(locale, 'blog').map(({ path, title, description, date }) => {
    const url = `${app_url}/${locale}${path}`
    const day = new Date(`${noonOf(date)}Z`).toUTCString()
    return `<item><title>${escape(title)}</title><link>${url}</link><guid>${url}</guid><pubDate>${day}</pubDate><description>${escape(description)}</description></item>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${titles[locale]}</title><link>${app_url}/${locale}/blog</link><description>${titles[locale]}</description><language>${locale}</language>
<atom:link href="${app_url}/${locale}/blog/rss.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`
  return new Response(xml, {
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
