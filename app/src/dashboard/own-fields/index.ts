export { useContactFields, useConversationFields } from './data.ts'
export { EditableField } from './editable-field.tsx'
export { OwnValue, typedValue, useChoices } from './own-value.tsx'
export { useValueWords } from './value-words.ts'
