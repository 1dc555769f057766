export { contactFields, useContactFields, useConversationFields } from './data.ts'
export { EditableField } from './editable-field.tsx'
export { CustomValue, typedValue, useFieldOptions } from './custom-value.tsx'
export { useValueText } from './value-text.ts'
