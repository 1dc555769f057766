import type { Body, Heading } from './front-matter.server.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

/** A text compiled from our own Markdown. */
export function Prose({ body, className }: { body: Body; className?: string }) {
  const t = useT()
  return (
    <div
      className={cn('prose', className)}
      data-copy={t('content.copy')}
      data-copied={t('content.copied')}
      // oxlint-disable-next-line react/no-danger -- made by our own build from files of this repository
      dangerouslySetInnerHTML={{ __html: body.html }}
    />
  )
}

export function Contents({ headings, className }: { headings: Heading[]; className?: string }) {
  const t = useT()
  if (headings.length < 2) return null
  return (
    <nav aria-labelledby="contents" className={cn('text-base', className)}>
      <h2 id="contents" className="font-semibold">
        {t('content.contents')}
      </h2>
      <ul className="mt-3 flex flex-col gap-1 border-l border-line">
        {headings.map(({ id, text, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cn(
                '-ml-px block border-l border-transparent py-1 text-muted hover:border-strong hover:text-ink aria-current:border-primary aria-current:text-ink',
                depth === 3 ? 'pl-7' : 'pl-4',
              )}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
