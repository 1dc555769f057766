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
    if (!field) {
      errors[`fields.${id}`] = ['field_unknown']
      return []
    }
    // A selected option stays, even if it is no longer offered.
    if (after === was) return []
    const error = after === null ? undefined : fieldValueError(field, after)
    if (error) errors[`fields.${id}`] = [error]
    values[id] = after
    return [{ field: id, label: field.name, before: was, after }]
  })
  return { errors, values, changes }
}
