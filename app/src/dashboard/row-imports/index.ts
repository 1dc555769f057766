export { RowImportDialog } from './row-import-dialog.tsx'
