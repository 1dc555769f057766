import type { PageVisit } from '@ozvi/contract'
import { minute_ms } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Icon } from '#ui/icon.tsx'
import { isWeb, pathOf } from '../people/web-address.ts'

/** The customer's current page, and since when. */
export function CurrentPage({ page: { url, title, at } }: { page: PageVisit }) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const name = title || pathOf(url)
  return (
    <div className="flex gap-2 rounded-control bg-inset px-3 py-2 text-sm">
      <Icon name="globe" size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        {isWeb(url) ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={url}
            className="block truncate rounded-[3px] font-medium hover:underline"
          >
            {name}
          </a>
        ) : (
          <span className="block truncate font-medium">{name}</span>
        )}
        <span className="text-muted">
          {now - Date.parse(at) < minute_ms
            ? t('conversations.on_page_now')
            : t('conversations.on_page', { time: formats.lasted(at, now) })}
        </span>
      </div>
    </div>
  )
}
