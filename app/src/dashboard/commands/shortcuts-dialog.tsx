import { useState } from 'react'
import { usePlatform } from '#platform/document/use-client-hints.tsx'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/choice.tsx'
import { cn } from '#ui/cn.ts'
import { Dialog } from '#ui/dialog.tsx'
import { wideDialog } from '#ui/dialog-frame.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { combinationOf, keyLabels } from './combination.ts'
import { matchingEntries } from './entries.ts'
import { resetKeys, setKey, setSingleKeys, useKeymap } from './keymap.ts'
import { ShortcutHint } from './shortcut-hint.tsx'
import { reservedReason } from './reserved-keys.ts'
import { type CommandName, commandNames, groups, table } from './table.ts'

const overlay = createOverlay<object>(ShortcutsDialog)
export const openShortcutsDialog = () => void overlay.open({})

/** All commands with their shortcuts, which can be changed. */
function ShortcutsDialog({ isOpen, close }: OverlayProps<true>) {
  const t = useT()
  const [recording, setRecording] = useState<CommandName>()
  const [announcement, setAnnouncement] = useState('')
  const [search, setSearch] = useState('')
  const { has_single_keys, keys } = useKeymap()
  const locale = useLocale()
  const entries = commandNames.map((name) => ({ id: name, label: t(`commands.${name}`) }))
  const matching = matchingEntries(entries, search, locale)
  function choose(name: CommandName, key: string | null) {
    const problem = key === null ? undefined : reservedReason(key, keys)
    if (problem) return setAnnouncement(t(`commands.rejected_${problem}`))
    const loser = setKey(name, key)
    setAnnouncement(loser ? t('commands.taken', { command: t(`commands.${loser}`) }) : '')
    setRecording(undefined)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (next) return
        setRecording(undefined)
        setAnnouncement('')
        setSearch('')
        close()
      }}
      title={t('commands.keys')}
      description={t('commands.sheet_text')}
      className={wideDialog}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <Switch
          label={t('commands.single_keys')}
          hint={t('commands.single_keys_hint')}
          checked={has_single_keys}
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
        <div className="flex w-full sm:w-80">
          <SearchInput
            label={t('commands.search_keys')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
      </div>
      <p role="status" className="mb-5 text-base text-muted empty:hidden">
        {matching.length === 0 && t('commands.none', { wanted: search.trim() })}
      </p>
      <div className="gap-x-8 md:columns-2 lg:columns-3 xl:columns-4">
        {groups.map((group) => {
          const names = matching.map(({ id }) => id).filter((name) => table[name].group === group)
          return (
            names.length > 0 && (
              <section key={group} aria-label={t(`commands.group_${group}`)} className="mb-4">
                <h3 className="mb-1 break-after-avoid text-sm font-medium text-muted">
                  {t(`commands.group_${group}`)}
                </h3>
                <ul className="divide-y divide-line">
                  {names.map((name) => (
                    <KeyRow
                      key={name}
                      name={name}
                      combination={keys[name]}
                      isAsked={recording === name}
                      onAsk={() => {
                        setAnnouncement('')
                        setRecording(recording === name ? undefined : name)
                      }}
                      onPress={(key) => choose(name, key)}
                    />
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </div>
      <div className="sticky -bottom-6 -mb-6 flex items-center justify-between gap-4 border-t border-line bg-raised py-3">
        <p role="status" className="text-sm text-muted">
          {announcement || (recording ? t('commands.press') : '')}
        </p>
        <Button
          size="sm"
          onClick={() => {
            resetKeys()
            setRecording(undefined)
            setAnnouncement(t('commands.restored'))
          }}
        >
          {t('commands.restore')}
        </Button>
      </div>
    </Dialog>
  )
}

interface RowProps {
  name: CommandName
  combination: string | null
  isAsked: boolean
  onAsk: () => void
  /** Null removes the shortcut. */
  onPress: (key: string | null) => void
}
function KeyRow({ name, combination, isAsked, onAsk, onPress }: RowProps) {
  const t = useT()
  const platform = usePlatform()
  const label = t(`commands.${name}`)
  return (
    <li className="flex min-h-7 break-inside-avoid items-center justify-between gap-2">
      <span className="text-base">{label}</span>
      <button
        type="button"
        aria-pressed={isAsked}
        aria-label={t('commands.change', {
          command: label,
          key: combination ? keyLabels(combination, platform).join(' ') : t('commands.no_key'),
        })}
        onClick={onAsk}
        onBlur={() => isAsked && onAsk()}
        onKeyDown={(event) => {
          if (!isAsked || event.key === 'Tab' || event.key === 'Escape') return
          const key = combinationOf(event.nativeEvent)
          if (!key) return
          event.preventDefault()
          onPress(key === 'Backspace' || key === 'Delete' ? null : key)
        }}
        className={cn(
          'flex min-h-7 min-w-14 items-center justify-end gap-1 rounded-control border border-transparent px-1 text-sm text-muted hover:border-strong touch:min-h-11',
          isAsked && 'border-primary',
        )}
      >
        {isAsked ? t('commands.pressing') : <Shown combination={combination} />}
      </button>
    </li>
  )
}
function Shown({ combination }: { combination: string | null }) {
  const t = useT()
  return combination ? <ShortcutHint combination={combination} /> : t('commands.no_key')
}
