import { type FocusEvent, useRef } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement
/** Inputs of other types, codes and comboboxes hold a choice, a search or a secret: nothing anyone would write again. */
const textTypes = ['text', 'email', 'url', 'tel', 'number']

function isTextField(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return (
    target instanceof HTMLInputElement &&
    textTypes.includes(target.type) &&
    target.autocomplete !== 'one-time-code' &&
    target.role !== 'combobox'
  )
}

/** Whether text fields below hold something else than when they first had the focus; those that are gone don't count. */
export function useTypedText() {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocusCapture({ target }: FocusEvent) {
      if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    hasText: () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}
