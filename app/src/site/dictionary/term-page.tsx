import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { linkStyle } from '#ui/link.tsx'
import { addressOf } from '../content/address.ts'
import { article, entries } from '../content/content.server.ts'
import { ArticleHeader, ArticleLayout, Breadcrumbs } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  const term = await article(locale, 'dictionary', path)
  const related = entries(locale, 'dictionary').filter((other) =>
    term.entry.related.some((slug) => other.path === `/dictionary/${slug}`),
  )
  return { term, related }
}

// React Router requires a default export.
export default function TermPage() {
  const t = useT()
  const locale = useLocale()
  const { term, related } = useLoaderData<typeof loader>()
  const { term: name, title, description } = term.entry
  return (
    <>
      <Head
        title={title}
        description={description}
        data={{
          '@type': 'DefinedTerm',
          name,
          description,
          inDefinedTermSet: { '@type': 'DefinedTermSet', name: t('content.dictionary') },
        }}
      />
      <ArticleLayout
        body={term.body}
        header={
          <>
            <Breadcrumbs steps={[{ label: t('content.dictionary'), path: '/dictionary' }]} />
            <ArticleHeader title={title} text={description} />
          </>
        }
      >
        <section className="mt-12 border-t border-line pt-6">
          <h2 className="text-md font-semibold">{t('content.related')}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {related.map(({ path, term: other }) => (
              <li key={path}>
                <a
                  href={`/${locale}${path}`}
                  className="flex min-h-9 items-center rounded-control border border-line px-3 text-base hover:border-strong touch:min-h-11"
                >
                  {other}
                </a>
              </li>
            ))}
          </ul>
          <a href={`/${locale}/dictionary`} className={linkStyle('mt-5 inline-block py-1 text-base')}>
            {t('content.all_terms')}
          </a>
        </section>
      </ArticleLayout>
    </>
  )
}
