import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { linkStyle } from '#ui/link.tsx'
import { addressOf } from '../content/address.ts'
import { entries } from '../content/content.server.ts'
import { noonOf } from '../content/day.ts'
import { EntryCard, ListHeader } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'
import { minutesToRead } from './reading-time.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { posts: entries(addressOf(request).locale, 'blog') }
}

// React Router requires a default export.
export default function BlogPage() {
  const t = useT()
  const locale = useLocale()
  const { date } = useFormats()
  const { posts } = useLoaderData<typeof loader>()
  return (
    <>
      <Head
        title={t('content.blog')}
        description={t('content.blog_text')}
        data={{ '@type': 'Blog', name: 'Ozvi' }}
      />
      <link rel="alternate" type="application/rss+xml" href={`/${locale}/blog/rss.xml`} title="Ozvi" />
      <ListHeader title={t('content.blog')} text={t('content.blog_text')}>
        <a href={`/${locale}/blog/rss.xml`} className={linkStyle('mt-5 inline-block text-base')}>
          {t('content.rss')}
        </a>
      </ListHeader>
      <ul className="mx-auto grid w-full max-w-6xl gap-4 px-4 py-10 sm:grid-cols-2 sm:gap-6 sm:px-6 sm:py-14">
        {posts.map(({ path, title, description, date: day, words }) => (
          <EntryCard
            key={path}
            href={`/${locale}${path}`}
            title={title}
            text={description}
            meta={
              <span className="flex flex-wrap gap-x-3">
                <time dateTime={day}>{date(noonOf(day))}</time>
                <span>{t('content.minutes', { minutes: minutesToRead(words) })}</span>
              </span>
            }
          />
        ))}
      </ul>
    </>
  )
}
