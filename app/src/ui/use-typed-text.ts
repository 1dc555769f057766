import { type FocusEvent, useRef } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement
/**
 * Other types of inputs, codes and comboboxes contain a choice, a search or a secret, which no one would mind
 * losing.
 */
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

/** Whether mounted text fields below have another value than when they were first focused. */
export function useTypedText() {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocusCapture({ target }: FocusEvent) {
      if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    hasText: () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}
