import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import emojiText from './emoji.txt?raw'
import { usePanel } from '../panel-context.ts'

/** Of the grid, as in panel.css. */
const columns = 8
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Common emoji with their name in the visitor's language and folded words of both languages. */
const read = (locale: string) =>
  emojiText
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [sign = '', en = '', sk = ''] = line.split('\t')
      return { sign, name: locale === 'sk' ? sk : en, terms: fold(line).split(/\s+/) }
    })

interface EmojiPickerProps {
  /** Whether the search is focused; on touch screens this would open the keyboard. */
  takes_focus: boolean
  onPick: (sign: string) => void
  onClose: (restoresFocus: boolean) => void
}
/** Arrows select, Enter inserts, Escape closes. Its script is loaded when it is first opened. */
export function EmojiPicker({ takes_focus, onPick, onClose }: EmojiPickerProps) {
  const { boot, translator } = usePanel()
  const id = useId()
  const [all] = useState(() => read(boot.locale))
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const parts = fold(search).split(/\s+/).filter(Boolean)
  const found = all.filter(({ terms }) => parts.every((part) => terms.some((term) => term.startsWith(part))))
  const at = Math.min(index, found.length - 1)
  const selected = found[at]
  useEffect(() => {
    if (takes_focus) field.current?.focus()
  }, [takes_focus])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (event.key === 'Enter') {
      if (selected) onPick(selected.sign)
    } else if (event.key === 'Escape') onClose(true)
    else if (step) setIndex(Math.max(0, Math.min(found.length - 1, at + step)))
    else return
    event.preventDefault()
    event.stopPropagation() // Escape would close the chat
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it closes when the focus leaves it
    <div
      role="dialog"
      aria-label={translator.t('emoji')}
      className="emoji"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onClose(false)}
    >
      <input
        ref={field}
        role="combobox"
        aria-expanded={true}
        aria-controls={id}
        aria-activedescendant={selected && `${id}-${at}`}
        aria-label={translator.t('emoji_find')}
        placeholder={translator.t('emoji_find')}
        value={search}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={translator.t('emoji')} tabIndex={-1}>
        {found.map(({ sign, name }, number) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the search field
          <div
            key={sign}
            id={`${id}-${number}`}
            role="option"
            tabIndex={-1}
            aria-label={name}
            aria-selected={number === at}
            title={name}
            onMouseDown={(event) => event.preventDefault()} // the search keeps the focus
            onClick={() => onPick(sign)}
          >
            {sign}
          </div>
        ))}
      </div>
      <p role="status" className="muted small clipped">
        {selected ? selected.name : translator.t('emoji_none')}
      </p>
    </div>
  )
}
