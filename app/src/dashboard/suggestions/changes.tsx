import { diffWordsWithSpace } from 'diff'
import { useT } from '#platform/i18n/provider.tsx'

/** A word-by-word difference between two texts. */
export function Changes({ before, after }: { before: string; after: string }) {
  const t = useT()
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
    // A text is always split the same way.
    const key = index
    if (added)
      return (
        <ins key={key} className="rounded-[3px] bg-success-subtle text-success no-underline">
          <span className="sr-only">{t('suggestions.added')} </span>
          {value}
        </ins>
      )
    if (removed)
      return (
        <del key={key} className="rounded-[3px] bg-danger-subtle text-danger">
          <span className="sr-only">{t('suggestions.removed')} </span>
          {value}
        </del>
      )
    return <span key={key}>{value}</span>
  })
}
