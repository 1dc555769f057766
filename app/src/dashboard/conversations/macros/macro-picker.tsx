import { folded, type Macro } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Dialog } from '#ui/dialog.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useActionWords, useMacros } from '#dashboard/macros'

interface Asked {
  integration_id: string
}
/** Searchable list of macros; arrows select, Enter runs. */
function MacroPicker({ integration_id, isOpen, close }: Asked & OverlayProps<Macro>) {
  const t = useT()
  const words = useActionWords(integration_id)
  const { data: macros, error, isFetching, refetch } = useMacros(integration_id)
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const found = (macros ?? []).filter(({ name }) => folded(name).includes(folded(wanted)))
  const chosen = found[Math.min(at, found.length - 1)]
  function end(macro?: Macro) {
    setWanted('')
    setAt(0)
    close(macro)
  }
  return (
    <Dialog isOpen={isOpen} onOpenChange={() => end()} title={t('macros.run')}>
      {!macros ? (
        error ? (
          <ReadFailure title={t('macros.failed')} error={error} isFetching={isFetching} refetch={refetch} />
        ) : (
          <SkeletonArea>
            <Skeleton className="h-32 rounded-card" />
          </SkeletonArea>
        )
      ) : macros.length === 0 ? (
        <p className="text-base text-muted">{t('macros.none_to_run')}</p>
      ) : (
        <div className="flex flex-col gap-2">
          <SearchInput
            label={t('macros.find')}
            role="combobox"
            aria-expanded
            aria-controls="macros-found"
            aria-activedescendant={chosen && `macro-${chosen.id}`}
            autoFocus
            value={wanted}
            onChange={({ target }) => {
              setWanted(target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              if (!chosen) return
              if (event.key === 'Enter') end(chosen)
              else if (event.key === 'ArrowDown') setAt((place) => (place + 1) % found.length)
              else if (event.key === 'ArrowUp') setAt((place) => (place + found.length - 1) % found.length)
              else return
              event.preventDefault()
            }}
          />
          <p role="status" className={found.length > 0 ? 'sr-only' : 'px-3 py-2 text-sm text-muted'}>
            {found.length > 0 ? t('macros.found', { count: found.length }) : t('macros.found_none')}
          </p>
          <div
            id="macros-found"
            role="listbox"
            aria-label={t('macros.title')}
            className="max-h-80 overflow-y-auto"
          >
            {found.map((macro) => (
              <button
                type="button"
                tabIndex={-1}
                key={macro.id}
                id={`macro-${macro.id}`}
                role="option"
                aria-selected={macro === chosen}
                onClick={() => end(macro)}
                className={cn(
                  'block min-h-11 w-full rounded-control px-3 py-1.5 text-left',
                  macro === chosen ? 'bg-primary-subtle forced-colors:outline' : 'hover:bg-inset',
                )}
              >
                <span className="block truncate text-base font-medium">{macro.name}</span>
                <span className="block truncate text-sm text-muted">
                  {macro.actions.map(words).join(' · ')}
                </span>
              </button>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  )
}
const overlay = createOverlay<Asked, Macro>(MacroPicker)
/** @returns the chosen macro */
export const pickMacro = (asked: Asked): Promise<Macro | undefined> => overlay.open(asked)
