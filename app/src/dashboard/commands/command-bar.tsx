import { Dialog as Radix } from 'radix-ui'
import { useId, useReducer, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { useRestoreFocus } from '#ui/use-restore-focus.ts'
import { Icon } from '#ui/icon.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { combinationOf } from './combination.ts'
import { type Entry, entriesOf, matchingEntries } from './entries.ts'
import { ShortcutHint } from './shortcut-hint.tsx'
import { useKeymap } from './keymap.ts'
import { groups, type CommandName } from './table.ts'

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
  const { keys } = useKeymap()
  const list_id = useId()
  const [of, setOf] = useState(name)
  const [search, setWanted] = useState('')
  const [at, setAt] = useState(0)
  // Choices may have to be loaded.
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const entries = matchingEntries(entriesOf(of, t), search)
  const selected = Math.min(at, entries.length - 1)
  const setSearch = (text: string) => {
    setWanted(text)
    setAt(0)
  }
  function runEntry(entry: Entry | undefined) {
    if (!entry) return
    if (entry.run) return onRun(entry.run)
    setOf(entry.name)
    setSearch('')
    void entry.load?.().then(refresh, refresh)
  }
  const hasHeads = !of && search.trim() === ''
  const option = (entry: Entry) => (
    <Option
      key={entry.id}
      id={`${list_id}-${entry.id}`}
      entry={entry}
      combination={entry.name ? keys[entry.name] : null}
      isSelected={entries[selected] === entry}
      onTake={() => runEntry(entry)}
      onReach={() => setAt(entries.indexOf(entry))}
    />
  )
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon name="search" className="text-muted" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={list_id}
          aria-autocomplete="list"
          aria-activedescendant={entries[selected] && `${list_id}-${entries[selected].id}`}
          aria-label={of ? t(`commands.${of}`) : t('commands.find')}
          placeholder={of ? t(`commands.${of}`) : t('commands.find')}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step) setAt((selected + step + entries.length) % Math.max(entries.length, 1))
            else if (event.key === 'Enter' && !event.nativeEvent.isComposing) runEntry(entries[selected])
            else if (event.key === 'Backspace' && of && !name && search === '') setOf(undefined)
            else if (combinationOf(event.nativeEvent) === keys.command_bar) onLeave()
            else return
            event.preventDefault()
          }}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-muted"
        />
      </div>
      <div id={list_id} role="listbox" aria-label={t('commands.title')} className="overflow-y-auto p-1.5">
        {hasHeads
          ? groups.map((group) => {
              const inGroup = entries.filter((entry) => entry.group === group)
              return (
                inGroup.length > 0 && (
                  <div key={group} role="group" aria-labelledby={`${list_id}-${group}`}>
                    <div
                      id={`${list_id}-${group}`}
                      role="presentation"
                      className="px-2.5 pt-2 pb-1 text-sm font-medium text-muted"
                    >
                      {t(`commands.group_${group}`)}
                    </div>
                    {inGroup.map(option)}
                  </div>
                )
              )
            })
          : entries.map(option)}
      </div>
      {entries.length === 0 && (
        <p role="status" className="px-4 pt-2 pb-6 text-center text-base text-muted">
          {t('commands.none', { wanted: search })}
        </p>
      )}
    </>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  combination: string | null
  isSelected: boolean
  onTake: () => void
  onReach: () => void
}
function Option({ id, entry, combination, isSelected, onTake, onReach }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      tabIndex={-1}
      ref={(node) => {
        if (isSelected) node?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={isSelected}
      onClick={onTake}
      onPointerMove={isSelected ? undefined : onReach}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2.5 text-base touch:min-h-11',
        isSelected && 'bg-inset forced-colors:outline',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.note && <span className="shrink-0 text-sm text-muted">{entry.note}</span>}
      {combination && <ShortcutHint combination={combination} />}
      {!entry.run && <Icon name="chevron-right" size={16} className="text-muted" />}
    </div>
  )
}
