import { type ReactNode, type RefObject, useId, useImperativeHandle, useLayoutEffect, useState } from 'react'
import { cn } from './cn.ts'

export interface CompletionHandle {
  /** @returns whether the list handled the key */
  press: (key: string) => boolean
}
interface CompletionListProps {
  ref: RefObject<CompletionHandle | null>
  /** The field; it keeps the focus. */
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>
  label: string
  /** The text typed after the trigger character; a new query selects the first option again. */
  query: string
  options: readonly { id: string; content: ReactNode }[]
  isNarrow?: boolean
  /** Opens below the field, for fields without space above. */
  isBelow?: boolean
  onChoose: (index: number) => void
  onClose: () => void
  /** Shown above the options, or instead of them. */
  children?: ReactNode
}
/** The props that a field passes to every completion list. */
export type Completion = Pick<CompletionListProps, 'ref' | 'field' | 'query' | 'onClose'>
/** Completions for what is being typed: arrow keys select, Enter and Tab accept, Escape closes. */
export function CompletionList(props: CompletionListProps) {
  const { ref, field, label, query, options, isNarrow, isBelow, onChoose, onClose, children } = props
  const id = useId()
  const [index, setIndex] = useState(0)
  const [previousQuery, setPreviousQuery] = useState(query)
  if (query !== previousQuery) {
    setPreviousQuery(query)
    setIndex(0)
  }
  const selectedIndex = Math.min(index, options.length - 1)
  useImperativeHandle(ref, () => ({
    press(key) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (key === 'Escape') onClose()
      else if (selectedIndex < 0) return false
      else if (step) setIndex((selectedIndex + step + options.length) % options.length)
      else if (key === 'Enter' || key === 'Tab') onChoose(selectedIndex)
      else return false
      return true
    },
  }))
  useLayoutEffect(() => {
    const element = field.current
    if (!element || selectedIndex < 0) return
    const listState = {
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
      'aria-activedescendant': `${id}-${selectedIndex}`,
    }
    for (const [name, value] of Object.entries(listState)) element.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(listState)) element.removeAttribute(name)
    }
  }, [field, id, selectedIndex])
  return (
    <div
      className={cn(
        'absolute z-20 animate-popover rounded-card border border-line bg-raised p-1 shadow-popover',
        isBelow ? 'top-full mt-1' : 'bottom-full',
        isNarrow ? 'left-2 mb-1 w-72 max-w-[calc(100%-1rem)]' : 'inset-x-0 mb-2',
      )}
    >
      {children}
      {selectedIndex >= 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto">
          {options.map((option, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={option.id}
              id={`${id}-${index}`}
              ref={
                index === selectedIndex
                  ? (element) => {
                      element?.scrollIntoView?.({ block: 'nearest' })
                    }
                  : undefined
              }
              role="option"
              aria-selected={index === selectedIndex}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(index)}
              className={cn(
                'block w-full rounded-control text-left',
                isNarrow ? 'min-h-9 px-2 touch:min-h-11' : 'min-h-11 px-3 py-1.5',
                index === selectedIndex ? 'bg-primary-subtle forced-colors:outline' : 'hover:bg-inset',
              )}
            >
              {option.content}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
