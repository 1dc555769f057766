import type { Tag, TagColor } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

const dots: Record<TagColor, string> = {
  gray: 'bg-tag-gray',
  red: 'bg-tag-red',
  orange: 'bg-tag-orange',
  yellow: 'bg-tag-yellow',
  green: 'bg-tag-green',
  teal: 'bg-tag-teal',
  blue: 'bg-tag-blue',
  violet: 'bg-tag-violet',
  pink: 'bg-tag-pink',
}
/** A tag's color; its name is next to it. */
export const TagDot = ({ color, className }: { color: TagColor; className?: string }) => (
  <span className={cn('size-2 shrink-0 rounded-full forced-colors:border', dots[color], className)} />
)
const chip =
  'inline-flex h-5 min-w-0 items-center gap-1.5 rounded-full border border-line bg-raised px-2 text-xs text-ink'

const shownMax = 2
/** The first two tags and the number of others. Unknown ids are skipped. */
export function TagChips({
  tag_ids,
  tags,
  className,
}: {
  tag_ids: readonly string[]
  tags: readonly Tag[]
  className?: string
}) {
  const t = useT()
  const shownTags = tag_ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? [])
  if (shownTags.length === 0) return null
  const more = shownTags.slice(shownMax)
  return (
    <span className={cn('flex min-w-0 items-center gap-1', className)}>
      <span className="sr-only">{t('tags.tags')}</span>
      {shownTags.slice(0, shownMax).map((tag) => (
        <span key={tag.id} className={chip}>
          <TagDot color={tag.color} />
          <span className="max-w-28 truncate">{tag.name}</span>
        </span>
      ))}
      {more.length > 0 && (
        <span className={chip} title={more.map(({ name }) => name).join(', ')}>
          <span aria-hidden="true">+{more.length}</span>
          <span className="sr-only">{more.map(({ name }) => name).join(', ')}</span>
        </span>
      )}
    </span>
  )
}
