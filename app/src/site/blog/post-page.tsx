import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { article, entries } from '../content/content.server.ts'
import { noonOf } from '../content/day.ts'
import { ArticleHeader, ArticleLayout, Breadcrumbs, More } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'
import { minutesToRead } from './reading-time.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  const post = await article(locale, 'blog', path)
  const more = entries(locale, 'blog').filter((other) => other.path !== path)
  return { post, more: more.slice(0, 3) }
}

// React Router requires a default export.
export default function PostPage() {
  const t = useT()
  const { date } = useFormats()
  const { post, more } = useLoaderData<typeof loader>()
  const { title, description, date: day, author, words, tags } = post.entry
  return (
    <>
      <Head
        title={title}
        description={description}
        published={day}
        data={{
          '@type': 'BlogPosting',
          headline: title,
          description,
          datePublished: day,
          author: { '@type': 'Organization', name: author },
          keywords: tags.join(', '),
          wordCount: words,
        }}
      />
      <ArticleLayout
        body={post.body}
        header={
          <>
            <Breadcrumbs steps={[{ label: t('content.blog'), path: '/blog' }]} />
            <ArticleHeader
              title={title}
              text={description}
              meta={
                <>
                  <span>{author}</span>
                  <time dateTime={day}>{date(noonOf(day))}</time>
                  <span>{t('content.minutes', { minutes: minutesToRead(words) })}</span>
                </>
              }
            />
          </>
        }
      />
      <More title="content.more_posts" entries={more} />
    </>
  )
}
