import type { ReactNode } from 'react'
import type { Key } from '#platform/i18n/keys.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { pagePath } from '#addresses'
import { buttonStyle } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import type { Body } from './front-matter.server.ts'
import { Contents, Prose } from './prose.tsx'

/** Links to the pages above this one, above its title. */
export function Breadcrumbs({ steps }: { steps: { label: string; path: string }[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <nav aria-label={t('content.breadcrumbs')} className="text-base text-muted">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {steps.map(({ label, path }, index) => (
          <li key={path} className="flex items-center gap-1.5">
            {index > 0 && <Icon name="chevron-right" size={14} />}
            <a href={`/${locale}${path}`} className="rounded-[3px] py-0.5 hover:text-ink hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The header of an index page. */
export function ListHeader({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <header className="border-b border-line bg-subtle">
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
        <h1 className="text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">{title}</h1>
        <p className="mt-4 max-w-[62ch] text-lg text-muted">{text}</p>
        {children}
      </div>
    </header>
  )
}

/** A page in a list. The whole card is clickable, but only the title is the link's name. */
export function EntryCard({
  href,
  title,
  text,
  meta,
  icon,
  level: Title = 'h2',
  className,
}: {
  href: string
  title: string
  text: string
  meta?: ReactNode
  icon?: ReactNode
  level?: 'h2' | 'h3'
  className?: string
}) {
  return (
    <li
      className={cn(
        'relative flex flex-col rounded-card border border-line bg-raised p-5 transition-colors duration-120 hover:border-strong sm:p-6',
        className,
      )}
    >
      {icon && <span className="mb-4 text-primary">{icon}</span>}
      {meta && <div className="mb-2 text-sm text-muted">{meta}</div>}
      <Title className="text-lg font-semibold text-balance">
        <a href={href} className="rounded-[3px] after:absolute after:inset-0 after:rounded-card">
          {title}
        </a>
      </Title>
      <p className="mt-2 max-w-[72ch] text-base text-muted">{text}</p>
    </li>
  )
}

/** A text in its column, with more next to it if there is room. */
export function ArticleLayout({
  header,
  body,
  children,
}: {
  header: ReactNode
  body: Body
  children?: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-16 px-4 py-10 sm:px-6 sm:py-14 xl:grid-cols-[minmax(0,45rem)_1fr]">
      <article className="min-w-0 max-w-[45rem]">
        {header}
        <Prose body={body} className="mt-8" />
        {children}
      </article>
      <Contents headings={body.headings} className="sticky top-24 hidden self-start xl:block" />
    </div>
  )
}

export function ArticleHeader({ title, text, meta }: { title: string; text?: string; meta?: ReactNode }) {
  return (
    <header>
      <h1 className="mt-4 text-3xl font-semibold tracking-[-0.02em] text-balance sm:text-4xl">{title}</h1>
      {text && <p className="mt-4 text-lg text-muted">{text}</p>}
      {meta && <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-base text-muted">{meta}</div>}
    </header>
  )
}

/** The call to action at the end of a page. */
export function TryIt() {
  const t = useT()
  return (
    <section className="mt-auto border-t border-line bg-subtle">
      <div className="mx-auto flex max-w-3xl flex-col items-center px-4 py-14 text-center sm:py-20">
        <h2 className="text-2xl font-semibold tracking-[-0.02em] sm:text-3xl">{t('content.try_title')}</h2>
        <p className="mt-3 text-md text-muted">{t('content.try_text')}</p>
        <a
          href={pagePath(useLocale(), 'auth-create-account')}
          className={buttonStyle('primary', 'lg', 'mt-7')}
        >
          {t('site.start')}
          <Icon name="arrow-right" />
        </a>
      </div>
    </section>
  )
}

/** Other pages of the same kind. */
export function More({
  title,
  entries,
}: {
  title: Key
  entries: { path: string; title: string; description: string }[]
}) {
  const t = useT()
  const locale = useLocale()
  if (entries.length === 0) return null
  return (
    <section className="mx-auto w-full max-w-6xl px-4 pb-16 sm:px-6">
      <h2 className="text-xl font-semibold">{t(title)}</h2>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map(({ path, title: name, description }) => (
          <EntryCard key={path} level="h3" href={`/${locale}${path}`} title={name} text={description} />
        ))}
      </ul>
    </section>
  )
}
