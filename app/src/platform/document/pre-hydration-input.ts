type Field = HTMLInputElement | HTMLTextAreaElement
const ownValue = (field: Field) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')

interface TypedField {
  field: Field
  value: string
}

/** Fields with text that was typed before hydration. */
export const typedFields = (root: ParentNode): TypedField[] =>
  [...root.querySelectorAll<Field>('input, textarea')]
    .filter(
      ({ type, value, defaultValue }) => value !== defaultValue && type !== 'checkbox' && type !== 'radio',
    )
    .map((field) => ({ field, value: field.value }))

/**
 * Reports text typed before hydration as if it were typed now. React keeps a field's value but doesn't copy it into its
 * state; Preact replaces it by the state.
 */
export function reportPreHydrationInput(typed: readonly TypedField[]) {
  for (const { field, value } of typed) {
    // Makes React hydrate the field first. React doesn't handle this event as a change.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // React ignores an event that doesn't change the value it knows, so it gets the default value first.
    field.value = field.defaultValue
    ownValue(field)?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // The field lost the focus in the meantime: React listens to `focusout` for `onBlur`.
    if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
}
