import type { Tag } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { TagDot } from './tag-chips.tsx'

const dotsMax = 4
/** Tags as dots; the first one with its name where there is room. Names of all are in the tooltip. */
export function TagDots({ tag_ids, tags }: { tag_ids: readonly string[]; tags: readonly Tag[] }) {
  const t = useT()
  const shownTags = tag_ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? [])
  const [first, ...others] = shownTags
  if (!first) return null
  return (
    <span
      className="flex min-w-0 items-center gap-1 compact:shrink-0"
      title={shownTags.map(({ name }) => name).join(', ')}
    >
      <span className="sr-only">{t('tags.tags')}</span>
      <TagDot color={first.color} />
      <span className="max-w-28 truncate compact:sr-only">{first.name}</span>
      {others.slice(0, dotsMax - 1).map((tag) => (
        <TagDot key={tag.id} color={tag.color} />
      ))}
      {others.length >= dotsMax && <span aria-hidden>+{others.length - dotsMax + 1}</span>}
      {others.length > 0 && <span className="sr-only">{others.map(({ name }) => name).join(', ')}</span>}
    </span>
  )
}
