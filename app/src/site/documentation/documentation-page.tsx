import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { addressOf } from '../content/address.ts'
import { article, entries } from '../content/content.server.ts'
import { ArticleHeader, Breadcrumbs } from '../content/page-parts.tsx'
import { Contents, Prose } from '../content/prose.tsx'
import { Head } from '../seo/head.tsx'
import { DocumentationFrame } from './documentation-frame.tsx'
import { chaptersOf, type Leaf, readingOrder } from './tree.ts'

export const root = '/documentation'

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  const page = await article(locale, 'documentation', path)
  const leaves = entries(locale, 'documentation').map(({ path, title, order }) => ({ path, title, order }))
  const chapters = chaptersOf(leaves)
  const start = leaves.find((leaf) => leaf.path === root)
  const order = readingOrder(start ?? { path: root, title: '', order: 0 }, chapters)
  const at = order.findIndex((leaf) => leaf.path === path)
  const chapter = chapters.find((chapter) => path.startsWith(`${chapter.path}/`))
  return { page, chapters, chapter, previous: order[at - 1], next: order[at + 1] }
}

// React Router requires a default export.
export default function DocumentationPage() {
  const t = useT()
  const { page, chapters, chapter, previous, next } = useLoaderData<typeof loader>()
  const { title, description, path } = page.entry
  return (
    <DocumentationFrame chapters={chapters} at={path}>
      <Head
        title={title}
        description={description}
        data={{ '@type': 'TechArticle', headline: title, description }}
      />
      <div className="grid gap-x-12 xl:grid-cols-[minmax(0,45rem)_14rem]">
        <article className="min-w-0 max-w-[45rem]">
          {path !== root && (
            <Breadcrumbs
              steps={[
                { label: t('content.documentation'), path: root },
                ...(chapter ? [{ label: chapter.title, path: chapter.path }] : []),
              ]}
            />
          )}
          <ArticleHeader title={title} text={description} />
          <Prose body={page.body} className="mt-8" />
          <nav
            aria-label={`${t('content.previous')}, ${t('content.next')}`}
            className="mt-12 grid gap-4 border-t border-line pt-6 sm:grid-cols-2"
          >
            {previous ? <Step label={t('content.previous')} leaf={previous} /> : <span />}
            {next && <Step label={t('content.next')} leaf={next} isNext />}
          </nav>
        </article>
        <Contents headings={page.body.headings} className="sticky top-24 hidden self-start xl:block" />
      </div>
    </DocumentationFrame>
  )
}

function Step({ label, leaf, isNext = false }: { label: string; leaf: Leaf; isNext?: boolean }) {
  const locale = useLocale()
  return (
    <a
      href={`/${locale}${leaf.path}`}
      rel={isNext ? 'next' : 'prev'}
      className={`flex flex-col gap-1 rounded-card border border-line p-4 hover:border-strong ${isNext ? 'text-right' : ''}`}
    >
      <span className={`flex items-center gap-1.5 text-sm text-muted ${isNext ? 'justify-end' : ''}`}>
        {!isNext && <Icon name="arrow-left" size={14} />}
        {label}
        {isNext && <Icon name="arrow-right" size={14} />}
      </span>
      <span className="font-medium">{leaf.title}</span>
    </a>
  )
}
