import type { Citation } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import { Popover } from '#ui/popover.tsx'

/** A quoted source: the passage, its location, and our stored snapshot. */
export function SourceChip({ citation, variant }: { citation: Citation; variant: 'number' | 'title' }) {
  const t = useT()
  const formats = useFormats()
  const { number, title, heading, quote, url, snapshot_url, fetched_at } = citation
  return (
    <Popover
      label={t('assistant.source', { number, title })}
      className="w-96"
      trigger={
        <button
          type="button"
          {...(variant === 'number' ? { 'aria-label': t('assistant.source', { number, title }) } : {})}
          className={cn(
            'items-center rounded-full border border-line bg-raised text-xs font-medium text-ink hover:bg-inset',
            variant === 'number'
              ? 'mx-0.5 inline-flex h-5 min-w-5 -translate-y-px justify-center px-1.5 align-middle touch:h-6 touch:min-w-6'
              : 'flex h-7 max-w-full gap-1.5 px-2.5 touch:h-9',
          )}
        >
          {variant === 'number' ? (
            number
          ) : (
            <>
              <span className="sr-only">{t('assistant.source_word')}</span>{' '}
              <span className="text-muted">{number}</span> <span className="truncate">{title}</span>
            </>
          )}
        </button>
      }
    >
      <p className="text-base font-semibold">{title}</p>
      {heading && <p className="mt-0.5 text-sm text-muted">{heading}</p>}
      <blockquote className="mt-3 max-h-60 overflow-y-auto border-l-2 border-primary pl-3 text-base whitespace-pre-line">
        {quote}
      </blockquote>
      <p className="mt-3 text-sm text-muted">{t('assistant.read_on', { date: formats.date(fetched_at) })}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={linkStyle('inline-flex items-center gap-1')}
          >
            {t('assistant.open_page')}
            <Icon name="external-link" size={14} />
          </a>
        )}
        <a
          href={snapshot_url}
          target="_blank"
          rel="noopener noreferrer"
          className={linkStyle('inline-flex items-center gap-1')}
        >
          {t('assistant.open_copy')}
          <Icon name="file" size={14} />
        </a>
      </p>
    </Popover>
  )
}
