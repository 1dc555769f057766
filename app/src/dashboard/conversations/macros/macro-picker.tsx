import { normalizeText, type Macro } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Dialog } from '#ui/dialog.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useActionText, useMacros } from '#dashboard/macros'

interface PickerOptions {
  integration_id: string
}
/** Searchable list of macros; arrows select, Enter runs. */
function MacroPicker({ integration_id, isOpen, close }: PickerOptions & OverlayProps<Macro>) {
  const t = useT()
  const actionText = useActionText(integration_id)
  const query = useMacros(integration_id)
  const macros = query.data
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const matches = (macros ?? []).filter(({ name }) => normalizeText(name).includes(normalizeText(search)))
  const selectedMacro = matches[Math.min(at, matches.length - 1)]
  function end(macro?: Macro) {
    setSearch('')
    setAt(0)
    close(macro)
  }
  return (
    <Dialog isOpen={isOpen} onOpenChange={() => end()} title={t('macros.run')}>
      {!macros ? (
        <LoadFallback title={t('macros.failed')} query={query}>
          <Skeleton className="h-32 rounded-card" />
        </LoadFallback>
      ) : macros.length === 0 ? (
        <p className="text-base text-muted">{t('macros.none_to_run')}</p>
      ) : (
        <div className="flex flex-col gap-2">
          <SearchInput
            label={t('macros.find')}
            role="combobox"
            aria-expanded
            aria-controls="macros-found"
            aria-activedescendant={selectedMacro && `macro-${selectedMacro.id}`}
            autoFocus
            value={search}
            onChange={({ target }) => {
              setSearch(target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              if (!selectedMacro) return
              if (event.key === 'Enter') end(selectedMacro)
              else if (event.key === 'ArrowDown') setAt((index) => (index + 1) % matches.length)
              else if (event.key === 'ArrowUp')
                setAt((index) => (index + matches.length - 1) % matches.length)
              else return
              event.preventDefault()
            }}
          />
          <p role="status" className={matches.length > 0 ? 'sr-only' : 'px-3 py-2 text-sm text-muted'}>
            {matches.length > 0 ? t('macros.found', { count: matches.length }) : t('macros.found_none')}
          </p>
          <div
            id="macros-found"
            role="listbox"
            aria-label={t('macros.title')}
            className="max-h-80 overflow-y-auto"
          >
            {matches.map((macro) => (
              <button
                type="button"
                tabIndex={-1}
                key={macro.id}
                id={`macro-${macro.id}`}
                role="option"
                aria-selected={macro === selectedMacro}
                onClick={() => end(macro)}
                className={cn(
                  'block min-h-11 w-full rounded-control px-3 py-1.5 text-left',
                  macro === selectedMacro ? 'bg-primary-subtle forced-colors:outline' : 'hover:bg-inset',
                )}
              >
                <span className="block truncate text-base font-medium">{macro.name}</span>
                <span className="block truncate text-sm text-muted">
                  {macro.actions.map(actionText).join(' · ')}
                </span>
              </button>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  )
}
const overlay = createOverlay<PickerOptions, Macro>(MacroPicker)
/** @returns the chosen macro */
export const pickMacro = (options: PickerOptions): Promise<Macro | undefined> => overlay.open(options)
