import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { addRecent, getRecent } from '#platform/storage/recent-items.ts'
import { type Completion, CompletionList } from '#ui/completion-list.tsx'
import { findEmoji } from './find-emoji.ts'

const shownMax = 8
interface EmojiListProps extends Completion {
  onInsert: (text: string) => void
}
/** Emoji matching the word after a colon. */
export function EmojiList({ query, onInsert, ...rest }: EmojiListProps) {
  const t = useT()
  const matches = findEmoji(useLocale(), query, getRecent('emoji'), shownMax)
  if (matches.length === 0) return null
  return (
    <CompletionList
      {...rest}
      isNarrow
      query={query}
      label={t('emoji.title')}
      options={matches.map(({ sign, name }) => ({
        id: sign,
        content: (
          <span className="flex items-center gap-2.5 text-base">
            <span aria-hidden className="w-6 text-center text-md">
              {sign}
            </span>
            <span className="min-w-0 truncate">{name}</span>
          </span>
        ),
      }))}
      onChoose={(index) => {
        const sign = matches[index]?.sign
        if (!sign) return
        addRecent('emoji', sign)
        onInsert(sign)
      }}
    />
  )
}
