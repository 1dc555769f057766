import type { CustomField } from './custom-fields.schema.ts'

export type { FieldType, CustomField, FieldValue, FieldValues, FieldChanges } from './custom-fields.schema.ts'

/*
 * Custom fields of contacts and of conversations. Each kind has its own list.
 */

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'list', 'link'] as const
/** Maximum number of fields of each kind. */
export const customFieldsMax = 50

const byPosition = (a: CustomField, b: CustomField) => a.position - b.position || a.id.localeCompare(b.id)
/** Sorted by position; an older version is ignored. */
export function applyCustomFieldChanged<Field extends CustomField>(
  list: readonly Field[],
  changed: Field,
): Field[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  return [...list.filter((field) => field !== current), changed].sort(byPosition)
}
export const applyCustomFieldDeleted = <Field extends CustomField>(
  list: readonly Field[],
  { id }: { id: string },
): Field[] => list.filter((field) => field.id !== id)
