import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { article, entries } from '../content/content.server.ts'
import { noonOf } from '../content/day.ts'
import { ArticleHeader, ArticleLayout, Breadcrumbs, More, TryIt } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  const competitor = await article(locale, 'competitors', path)
  return { competitor, more: entries(locale, 'competitors').filter((other) => other.path !== path) }
}

// React Router requires a default export.
export default function CompetitorPage() {
  const t = useT()
  const { date } = useFormats()
  const { competitor, more } = useLoaderData<typeof loader>()
  const { title, description, checked, name } = competitor.entry
  return (
    <>
      <Head
        title={title}
        description={description}
        data={{ '@type': 'WebPage', name: title, description, dateModified: checked, about: name }}
      />
      <ArticleLayout
        body={competitor.body}
        header={
          <>
            <Breadcrumbs steps={[{ label: t('content.competitors'), path: '/competitors' }]} />
            <ArticleHeader
              title={title}
              text={description}
              meta={<time dateTime={checked}>{t('content.checked', { date: date(noonOf(checked)) })}</time>}
            />
          </>
        }
      />
      <More title="content.competitors_more" entries={more} />
      <TryIt />
    </>
  )
}
