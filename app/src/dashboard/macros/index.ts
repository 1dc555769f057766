export { useActionWords } from './action-words.ts'
export { useMacros } from './data.ts'
