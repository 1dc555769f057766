export { useActionText } from './action-text.ts'
export { useMacros } from './data.ts'
