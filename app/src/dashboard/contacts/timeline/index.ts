export { itemsOf, useTimeline } from './data.ts'
export { Entry } from './entry.tsx'
export { NoteItem } from './note-item.tsx'
export { NoteWriter } from './note-writer.tsx'
