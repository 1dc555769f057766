import type { ReactNode } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import type { Chapter, Leaf } from './tree.ts'

/** The layout of the documentation: search and chapters on the left, on a phone above the page. */
export function DocumentationFrame({
  chapters,
  at,
  query,
  children,
}: {
  chapters: Chapter[]
  at?: string
  query?: string
  children: ReactNode
}) {
  const t = useT()
  return (
    <div className="mx-auto grid w-full max-w-[88rem] flex-1 gap-x-12 px-4 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="border-line pt-6 lg:border-r lg:py-10 lg:pr-6">
        <div className="lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
          <SearchForm query={query} />
          <details className="group mt-4 rounded-control border border-line lg:hidden">
            <summary className="flex h-11 items-center justify-between px-3 font-medium">
              {t('content.sections')}
              <Icon name="chevron-down" className="text-muted group-open:rotate-180" />
            </summary>
            <div className="border-t border-line p-3">
              <Tree chapters={chapters} at={at} />
            </div>
          </details>
          <nav aria-label={t('content.sections')} className="mt-6 hidden lg:block">
            <Tree chapters={chapters} at={at} />
          </nav>
        </div>
      </div>
      <div className="min-w-0 py-8 lg:py-10">{children}</div>
    </div>
  )
}

/** A plain form that works without scripts; with scripts, results appear while typing. */
function SearchForm({ query }: { query: string | undefined }) {
  const t = useT()
  const locale = useLocale()
  return (
    <search>
      <form
        action={`/${locale}/documentation/search`}
        data-documentation-search={`/${locale}/documentation/search.json`}
        className="relative"
      >
        <label>
          <span className="sr-only">{t('content.search')}</span>
          <Icon
            name="search"
            size={16}
            className="pointer-events-none absolute top-2.5 left-3 text-muted touch:top-3.5"
          />
          <input
            type="search"
            name="q"
            defaultValue={query}
            placeholder={t('content.search_short')}
            autoComplete="off"
            maxLength={200}
            className="h-9 w-full rounded-control border border-strong bg-raised pr-3 pl-9 text-base placeholder:text-muted touch:h-11 touch:text-md"
          />
        </label>
      </form>
    </search>
  )
}

function Tree({ chapters, at }: { chapters: Chapter[]; at: string | undefined }) {
  return (
    <ul className="flex flex-col gap-5 pb-6">
      {chapters.map((chapter) => (
        <li key={chapter.path}>
          <TreeLink leaf={chapter} at={at} className="font-semibold text-ink" />
          {chapter.pages.length > 0 && (
            <ul className="mt-1 flex flex-col border-l border-line">
              {chapter.pages.map((page) => (
                <li key={page.path}>
                  <TreeLink
                    leaf={page}
                    at={at}
                    className="-ml-px border-l border-transparent pl-3 aria-current:border-primary"
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function TreeLink({ leaf, at, className }: { leaf: Leaf; at: string | undefined; className: string }) {
  return (
    <a
      href={`/${useLocale()}${leaf.path}`}
      lang={leaf.lang}
      aria-current={leaf.path === at ? 'page' : undefined}
      className={cn(
        'block py-1 text-base text-muted hover:text-ink aria-current:text-primary touch:py-2',
        className,
      )}
    >
      {leaf.title}
    </a>
  )
}
