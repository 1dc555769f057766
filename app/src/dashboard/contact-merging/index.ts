export { useContactMerging } from './merge-acts.ts'
export { isMergeLine, MergeUndo, MergeWords } from './merge-line.tsx'
/** Its dialog is fetched when somebody asks for it. */
export const askToMergeContact = async (
  ...asked: Parameters<typeof import('./merge-dialog.tsx').askToMergeContact>
) => (await import('./merge-dialog.tsx')).askToMergeContact(...asked)
