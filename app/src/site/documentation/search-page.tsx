import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { entries } from '../content/content.server.ts'
import { Breadcrumbs, EntryCard } from '../content/page-parts.tsx'
import { DocumentationFrame } from './documentation-frame.tsx'
import { queryOf } from './query.ts'
import { searchDocumentation } from './search.server.ts'
import { chaptersOf } from './tree.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = addressOf(request)
  const query = queryOf(request)
  return {
    query,
    hits: query ? await searchDocumentation(locale, query) : [],
    chapters: chaptersOf(
      entries(locale, 'documentation').map(({ path, title, order }) => ({ path, title, order })),
    ),
  }
}

// React Router requires a default export.
export default function SearchPage() {
  const t = useT()
  const locale = useLocale()
  const { query, hits, chapters } = useLoaderData<typeof loader>()
  const titleKey = hits.length > 0 ? 'content.search_results' : 'content.search_nothing'
  const title = query ? t(titleKey, { count: hits.length, query }) : t('content.search_title')
  return (
    <DocumentationFrame chapters={chapters} query={query}>
      <title>{`${t('content.search_title')} – Ozvi`}</title>
      <meta name="robots" content="noindex" />
      <Breadcrumbs steps={[{ label: t('content.documentation'), path: '/documentation' }]} />
      <h1 className="mt-4 text-2xl font-semibold tracking-[-0.02em] sm:text-3xl">{title}</h1>
      {!query && <p className="mt-3 text-md text-muted">{t('content.search_empty')}</p>}
      <ul className="mt-8 grid max-w-[45rem] gap-4">
        {hits.map(({ path, title, text }) => (
          <EntryCard key={path} href={`/${locale}${path}`} title={title} text={text} />
        ))}
      </ul>
    </DocumentationFrame>
  )
}
