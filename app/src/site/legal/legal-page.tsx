import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { article } from '../content/content.server.ts'
import { noonOf } from '../content/day.ts'
import { ArticleHeader, ArticleLayout } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  return article(locale, 'legal', path)
}

// React Router requires a default export.
export default function LegalPage() {
  const t = useT()
  const { date } = useFormats()
  const { entry, body } = useLoaderData<typeof loader>()
  return (
    <>
      <Head title={entry.title} description={entry.description} />
      <ArticleLayout
        body={body}
        header={
          <ArticleHeader
            title={entry.title}
            meta={
              <time dateTime={entry.updated}>
                {t('content.updated', { date: date(noonOf(entry.updated)) })}
              </time>
            }
          />
        }
      />
    </>
  )
}
