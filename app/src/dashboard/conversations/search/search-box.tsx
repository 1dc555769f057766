import { searchCharsMax } from '@ozvi/contract'
import { useEffect, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useSearchText } from '#ui/use-search-text.ts'

/** The search field. Reports its value when typing pauses, and immediately on Enter. */
export function SearchBox({
  search,
  onSearch,
  onDown,
}: {
  search: string
  /** @param search null closes the search */
  onSearch: (search: string | null) => void
  /** Moves the focus to the results. */
  onDown: () => void
}) {
  const t = useT()
  const { text, setText, apply } = useSearchText(search, onSearch)
  const field = useRef<HTMLInputElement>(null)
  // Focused when opened by the user, not when opened by URL.
  useEffect(() => {
    if (search === '') field.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when it is opened
  }, [])
  /** The field disappears, so the focus goes back to the button that opens it. */
  function close() {
    document.querySelector<HTMLElement>('[data-command="search"]')?.focus()
    onSearch(null)
  }
  return (
    <div role="search" className="flex items-center gap-1 border-b border-line px-3 py-2">
      <SearchInput
        ref={field}
        label={t('search.search')}
        data-inbox-search=""
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const action = { Escape: close, Enter: apply, ArrowDown: onDown }[event.key]
          if (!action) return
          event.preventDefault()
          action()
        }}
        maxLength={searchCharsMax}
      />
      <IconButton icon="x" size="sm" label={t('search.close')} onClick={close} />
    </div>
  )
}
