import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { noteRecent, recentOf } from '#platform/storage/recent.ts'
import { type Completing, CompletionList } from '#ui/completion-list.tsx'
import { findEmoji } from './find-emoji.ts'

const shownMax = 8
interface EmojiListProps extends Completing {
  onInsert: (text: string) => void
}
/** Emoji matching the word after a colon. */
export function EmojiList({ query, onInsert, ...rest }: EmojiListProps) {
  const t = useT()
  const found = findEmoji(useLocale(), query, recentOf('emoji'), shownMax)
  if (found.length === 0) return null
  return (
    <CompletionList
      {...rest}
      isNarrow
      query={query}
      label={t('emoji.title')}
      options={found.map(({ sign, name }) => ({
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
      onChoose={(place) => {
        const sign = found[place]?.sign
        if (!sign) return
        noteRecent('emoji', sign)
        onInsert(sign)
      }}
    />
  )
}
