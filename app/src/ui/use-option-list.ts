import { type KeyboardEvent, useId, useState } from 'react'

/**
 * A search field with options below it: arrow keys move, Enter chooses, and the field keeps the focus.
 *
 * @param count number of options
 * @param onChoose gets the index of the chosen option
 * @returns the index of the active option, and the props of the field, the list and each option
 */
export function useOptionList(count: number, onChoose: (option: number) => void) {
  const id = useId()
  const [index, setIndex] = useState(0)
  const active = Math.min(index, Math.max(count - 1, 0))
  const optionId = (option: number) => `${id}-${option}`
  function move(step: 1 | -1) {
    if (count === 0) return
    const to = (active + step + count) % count
    setIndex(to)
    document.querySelector(`[id="${optionId(to)}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }
  return {
    active,
    /** Makes the first option active, after the search has changed. */
    reset: () => setIndex(0),
    fieldProps: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': count > 0 ? optionId(active) : undefined,
      'aria-autocomplete': 'list',
      onKeyDown(event: KeyboardEvent) {
        const { key } = event
        if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter') return
        event.preventDefault()
        if (key !== 'Enter') move(key === 'ArrowDown' ? 1 : -1)
        else if (count > 0) onChoose(active)
      },
    },
    listProps: { id: `${id}-list`, role: 'listbox', tabIndex: -1 },
    optionProps: (option: number) => ({
      id: optionId(option),
      role: 'option',
      tabIndex: -1,
      onPointerMove: () => setIndex(option),
      onClick: () => onChoose(option),
    }),
  } as const
}
