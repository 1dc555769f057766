import type { FieldValue, CustomField } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { EditableField } from './editable-field.tsx'
import { useValueText } from './value-text.ts'

/** Converts typed text by field type: the server reports invalid values. */
export function typedValue(type: CustomField['type'], text: string | null): FieldValue | null {
  if (text === null) return null
  if (type === 'boolean') return text === 'true'
  const number = Number(text.replace(',', '.').replace(/\s/g, ''))
  return type === 'number' && Number.isFinite(number) ? number : text
}
/** A custom field value, editable in place. */
export function CustomValue({
  field: { id, name, type, options },
  value,
  onSave,
  ...rest
}: {
  field: CustomField
  value: FieldValue | undefined
  source?: string | undefined
  canEdit: boolean
  addLabel: string
  onSave: (value: FieldValue | null) => Promise<void>
}) {
  const valueText = useValueText()
  const text = value === undefined ? null : String(value)
  const choices = useFieldOptions({ type, options }, text)
  return (
    <EditableField
      {...rest}
      name={`fields.${id}`}
      type={type === 'date' ? 'date' : type === 'link' ? 'url' : 'text'}
      {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
      label={name}
      value={text}
      displayed={value === undefined ? null : valueText(value, type)}
      {...(choices ? { options: choices } : {})}
      onSave={(next) => onSave(typedValue(type, next))}
    />
  )
}

/** Choices of a field, undefined for text; a selected value that is no longer offered stays among them. */
export function useFieldOptions(
  { type, options }: Pick<CustomField, 'type' | 'options'>,
  selected: string | null,
) {
  const t = useT()
  if (type === 'boolean')
    return [
      { value: 'true', label: t('contacts.yes') },
      { value: 'false', label: t('contacts.no') },
    ]
  if (type !== 'list') return undefined
  return [...new Set([...options, ...(selected ? [selected] : [])])].map((each) => ({
    value: each,
    label: each,
  }))
}
