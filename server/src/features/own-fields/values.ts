import {
  type FieldChanges,
  type FieldErrors,
  type FieldValues,
  type OwnField,
  refusedFieldValue,
} from '@ozvi/contract'

/**
 * What becomes of values when some are set; what stays as it was is no change.
 *
 * @returns what is other than before (null: emptied), the same in words, and refusals by `fields.{id}`
 */
export function changesOfValues(
  known: readonly OwnField[],
  before: FieldValues,
  wanted: FieldChanges | undefined = {},
) {
  const errors: FieldErrors = {}
  const values: FieldChanges = {}
  const changes = Object.entries(wanted).flatMap(([id, after]) => {
    const field = known.find((one) => one.id === id)
    const was = before[id] ?? null
    const refused = !field
      ? 'field_unknown'
      : // What was chosen once stays, though its choice is no longer offered.
        after !== null && after !== was
        ? refusedFieldValue(field, after)
        : undefined
    if (refused) errors[`fields.${id}`] = [refused]
    if (!field || after === was) return []
    values[id] = after
    return [{ field: id, label: field.name, before: was, after }]
  })
  return { errors, values, changes }
}
