export { MergeItem } from './merge-item.tsx'
export { isMergeLine, MergeUndo, MergeWords } from './merge-line.tsx'
