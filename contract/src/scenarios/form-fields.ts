import type { MessageFormField, MessageFormValues } from '../conversations/messages.ts'

/** The value of a ticked box in `shown_if` and in variables. */
export const consentGiven = 'yes'

export const valueOf = (values: MessageFormValues, id: string) =>
  Object.hasOwn(values, id) ? values[id] : undefined

/** The fields that are shown with these values. A condition holds only if the field it refers to is shown, too. */
export function fieldsShown(
  fields: readonly MessageFormField[],
  values: MessageFormValues,
): MessageFormField[] {
  const shown = new Map<string, string | boolean | undefined>()
  return fields.filter(({ id, shown_if }) => {
    if (shown_if && shown.get(shown_if.field_id) !== shown_if.value) return false
    const value = valueOf(values, id)
    shown.set(id, value === true ? consentGiven : value)
    return true
  })
}
