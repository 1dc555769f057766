import { Dialog as Radix } from 'radix-ui'
import { useId, useReducer, useRef, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useRestoreFocus } from '#ui/use-restore-focus.ts'
import { Icon } from '#ui/icon.tsx'
import { useOpenDialog } from '#ui/open-dialogs.ts'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { combinationOf } from './combination.ts'
import type { Entry } from './entries.ts'
import { useKeymap } from './keymap.ts'
import { PaletteList } from './palette-list.tsx'
import { sectionsOf } from './sections.ts'
import type { CommandName } from './table.ts'
import { useSearchResults } from './use-search-results.ts'

interface BarProps {
  /** Opens with the choices of this command instead of all commands. */
  name?: CommandName | undefined
}
const overlay = createOverlay<BarProps>(CommandBar)
export const openBar = (name?: CommandName) => void overlay.open({ name })

function CommandBar({ name, isOpen, close }: BarProps & OverlayProps<true>) {
  const t = useT()
  const selectedRun = useRef<() => void>(undefined)
  const focusBack = useRestoreFocus(isOpen)
  useOpenDialog(isOpen, close)
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-40 flex max-h-[min(70dvh,30rem)] animate-popover flex-col overflow-hidden rounded-card border border-line bg-raised shadow-dialog sm:inset-x-auto sm:top-[14dvh] sm:left-1/2 sm:w-[min(36rem,calc(100vw-2rem))] sm:-translate-x-1/2"
          onCloseAutoFocus={(event) => {
            focusBack(event)
            // After the focus was restored: a command may move it.
            if (selectedRun.current) queueMicrotask(selectedRun.current)
            selectedRun.current = undefined
          }}
        >
          <Radix.Title className="sr-only">{t('commands.title')}</Radix.Title>
          <Finder
            name={name}
            onRun={(run) => {
              selectedRun.current = run
              close()
            }}
            onLeave={() => close()}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface FinderProps extends BarProps {
  onRun: (run: () => void) => void
  onLeave: () => void
}
/** A search field and the list of results; the focus stays in the field. */
function Finder({ name, onRun, onLeave }: FinderProps) {
  const t = useT()
  const locale = useLocale()
  const { keys } = useKeymap()
  const list_id = useId()
  const [of, setOf] = useState(name)
  /** An option with further choices. */
  const [parent, setParent] = useState<Entry>()
  const [search, setSearchText] = useState('')
  // By key, so that results that arrive later don't move the selection.
  const [selectedKey, setSelectedKey] = useState<string>()
  // Choices may have to be loaded.
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const { results, isSearching } = useSearchResults(search, !of && !parent)
  const [base] = useState(() => /^\/\w+\/app\/i\/[^/]+/.exec(location.pathname)?.[0] ?? '')
  const sections = sectionsOf({ of, choices: parent?.options?.(), search, results, base, locale, t })
  const entries = sections.flatMap((section) => section.entries)
  const selected = Math.max(
    entries.findIndex(({ id }) => id === selectedKey),
    0,
  )
  const setSearch = (text: string) => {
    setSearchText(text)
    setSelectedKey(undefined)
  }
  function runEntry(entry: Entry | undefined) {
    if (!entry) return
    if (entry.run) return onRun(entry.run)
    if (entry.options) {
      setParent(entry)
      return setSearch('')
    }
    setOf(entry.name)
    setSearch('')
    void entry.load?.().then(refresh, refresh)
  }
  const selectedEntry = entries[selected]
  const title = parent?.label ?? t(of ? `commands.${of}` : 'commands.find')
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon name="search" className="text-muted" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={list_id}
          aria-autocomplete="list"
          aria-activedescendant={selectedEntry && `${list_id}-${selectedEntry.id}`}
          aria-label={title}
          placeholder={title}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step)
              setSelectedKey(entries[(selected + step + entries.length) % Math.max(entries.length, 1)]?.id)
            else if (event.key === 'Enter' && !event.nativeEvent.isComposing) runEntry(selectedEntry)
            else if (event.key === 'Backspace' && parent && search === '') setParent(undefined)
            else if (event.key === 'Backspace' && of && !name && search === '') setOf(undefined)
            else if (combinationOf(event.nativeEvent) === keys.command_bar) onLeave()
            else return
            event.preventDefault()
          }}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-muted"
        />
      </div>
      <PaletteList
        id={list_id}
        sections={sections}
        selected={selectedEntry}
        onTake={runEntry}
        onReach={({ id }) => setSelectedKey(id)}
      />
      <p role="status" className="px-4 text-center text-base text-muted not-empty:pt-2 not-empty:pb-6">
        {entries.length === 0 && (isSearching ? t('ui.loading') : t('commands.none', { wanted: search }))}
      </p>
    </>
  )
}
