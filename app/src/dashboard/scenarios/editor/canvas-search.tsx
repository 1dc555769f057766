import { useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useEditorParts } from './editor-context.ts'
import { findSteps } from './find-steps.ts'

/** Finds steps on the canvas: Enter goes to the next one, Shift+Enter to the previous one. */
export function CanvasSearch({
  selected,
  onFind,
}: {
  selected: string | undefined
  onFind: (id: string) => void
}) {
  const t = useT()
  const { number } = useFormats()
  const { flow } = useEditorParts()
  const [query, setQuery] = useState('')
  const found = query.trim() ? findSteps(flow, query, t) : []
  const current = found.findIndex(({ id }) => id === selected)
  function go(by: 1 | -1) {
    const first = by > 0 ? 0 : -1
    const next = found.at(current < 0 ? first : (current + by) % found.length)
    if (next) onFind(next.id)
  }
  function countText() {
    if (found.length === 0) return t('scenarios.no_match')
    if (current < 0) return number(found.length)
    return `${number(current + 1)} / ${number(found.length)}`
  }
  return (
    <div className="flex w-80 items-center gap-2">
      <SearchInput
        label={t('scenarios.find_step')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') setQuery('')
        }}
      />
      {query.trim() && (
        <span role="status" className="rounded-control bg-page px-1.5 text-sm text-muted">
          {countText()}
        </span>
      )}
    </div>
  )
}
