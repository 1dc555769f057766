import type { ComponentProps, ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Switch } from '#ui/choice.tsx'

/** Deeper levels are not indented further. */
const depthMax = 6

/** A row of the tree: title, details, words and date of change. */
export function TreeRow({
  depth,
  title,
  details,
  words,
  changed_at,
  use,
}: {
  depth: number
  title: ReactNode
  details: ReactNode
  /** Missing for pages that aren't indexed. */
  words: string | undefined
  changed_at: string | null
  use: ReactNode
}) {
  const t = useT()
  return (
    <div
      className="flex items-center gap-3 py-2 pr-4"
      style={{ paddingInlineStart: `${1 + Math.min(depth, depthMax)}rem` }}
    >
      {/* As wide as the chevron of a folder, which is beside its name. */}
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5 pl-5.5">
        {title}
        {details && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">{details}</span>
        )}
      </div>
      <span className="w-24 shrink-0 text-right text-sm whitespace-nowrap text-muted tabular-nums max-lg:hidden">
        {words !== undefined && t('data-sources.words_short', { words })}
      </span>
      <span className="w-36 shrink-0 text-right text-sm text-muted max-lg:hidden">
        {changed_at && (
          <>
            <span className="sr-only">{t('data-sources.changed')} </span>
            <BaseDate time={changed_at} format="date" />
          </>
        )}
      </span>
      <span className="min-w-11.5 shrink-0 max-lg:empty:hidden">{use}</span>
    </div>
  )
}

export const TreeSwitch = ({ label, ...rest }: Omit<ComponentProps<typeof Switch>, 'hint'>) => (
  <Switch label={<span className="sr-only">{label}</span>} {...rest} />
)
