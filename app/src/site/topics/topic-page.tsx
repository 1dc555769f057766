import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { article, entries } from '../content/content.server.ts'
import { ArticleHeader, ArticleLayout, Breadcrumbs, More, TryIt } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'
import { topicOf } from './topic.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  const kind = topicOf(path)
  const topic = await article(locale, kind, path)
  return { kind, topic, more: entries(locale, kind).filter((other) => other.path !== path) }
}

// React Router requires a default export.
export default function TopicPage() {
  const t = useT()
  const { kind, topic, more } = useLoaderData<typeof loader>()
  const { title, description } = topic.entry
  return (
    <>
      <Head title={title} description={description} data={{ '@type': 'WebPage', name: title, description }} />
      <ArticleLayout
        body={topic.body}
        header={
          <>
            <Breadcrumbs steps={[{ label: t(`content.${kind}`), path: `/${kind}` }]} />
            <ArticleHeader title={title} text={description} />
          </>
        }
      />
      <More title={`content.${kind}_more`} entries={more} />
      <TryIt />
    </>
  )
}
