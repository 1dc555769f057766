import type { ContactProfile } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { useState } from 'react'
import { isWeb, pathOf } from '../people/web-address.ts'

const firstShown = 5

/** The customer's page views, newest first. */
export function PageHistory({ pages }: { pages: ContactProfile['pages'] }) {
  const t = useT()
  const [isAll, setAll] = useState(false)
  if (pages.length === 0) return null
  return (
    <section className="border-t border-line px-4 py-4">
      <h3 className="text-base font-semibold">{t('conversations.pages')}</h3>
      <ol className="mt-2 flex flex-col gap-2">
        {(isAll ? pages : pages.slice(0, firstShown)).map(({ url, title, at }, index) => (
          <li
            key={`${at}-${index}`}
            className="relative border-l border-line pl-3 text-sm before:absolute before:top-1.5 before:-left-[3.5px] before:size-1.5 before:rounded-full before:bg-inset before:ring-1 before:ring-(--border-strong)"
          >
            {isWeb(url) ? (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="block rounded-[3px] hover:underline"
              >
                <span className="block truncate font-medium">{title || pathOf(url)}</span>
                <span className="block truncate text-muted">{pathOf(url)}</span>
              </a>
            ) : (
              <span className="block truncate font-medium">{title || url}</span>
            )}
            <BaseDate time={at} format="ago" className="text-xs text-muted" />
          </li>
        ))}
      </ol>
      {!isAll && pages.length > firstShown && (
        <Button variant="quiet" size="sm" className="mt-2 -ml-3" onClick={() => setAll(true)}>
          {t('conversations.pages_more', { count: pages.length - firstShown })}
        </Button>
      )}
    </section>
  )
}
