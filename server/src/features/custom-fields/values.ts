import type { CustomField, FieldChanges, FieldErrors, FieldValues } from '@ozvi/contract'
import { fieldValueError } from '@ozvi/contract/schemas'

/**
 * Computes the effect of setting values; unchanged values are no change.
 *
 * @returns changed values (null: cleared), the same as text, and errors by `fields.{id}`
 */
export function changesOfValues(
  fields: readonly CustomField[],
  before: FieldValues,
  input: FieldChanges | undefined = {},
) {
  const errors: FieldErrors = {}
  const values: FieldChanges = {}
  const changes = Object.entries(input).flatMap(([id, after]) => {
    const field = fields.find((one) => one.id === id)
    const was = before[id] ?? null
    const error = !field
      ? 'field_unknown'
      : // A selected option stays, even if it is no longer offered.
        after !== null && after !== was
        ? fieldValueError(field, after)
        : undefined
    if (error) errors[`fields.${id}`] = [error]
    if (!field || after === was) return []
    values[id] = after
    return [{ field: id, label: field.name, before: was, after }]
  })
  return { errors, values, changes }
}
