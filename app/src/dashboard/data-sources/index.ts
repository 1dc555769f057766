export { AddDialog } from './add-dialog.tsx'
export { useDataSources, useSourceActions } from './data.ts'
export { SourceState } from './source-state.tsx'
export { isBusy, kindIcons } from './states.ts'
