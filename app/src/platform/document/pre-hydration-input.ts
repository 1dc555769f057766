type Field = HTMLInputElement | HTMLTextAreaElement
const ownValue = (field: Field) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')

/**
 * Reports text typed before hydration as if it were typed now. React keeps the field's value but doesn't copy it into
 * its state.
 */
export function reportPreHydrationInput(root: ParentNode) {
  for (const field of root.querySelectorAll<Field>('input, textarea')) {
    const { value, defaultValue } = field
    if (value === defaultValue || field.type === 'checkbox' || field.type === 'radio') continue
    // Makes React hydrate the field first. React doesn't handle this event as a change.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // React ignores an event that doesn't change the value it knows, so it gets the default value first.
    field.value = defaultValue
    ownValue(field)?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // The field lost the focus in the meantime: React listens to `focusout` for `onBlur`.
    if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
}
