export { MergeItem } from './merge-item.tsx'
export { isMergeLine, MergeUndo, MergeText } from './merge-line.tsx'
