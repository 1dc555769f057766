export { useHoursLabels } from './labels.ts'
export { WeekRows } from './week-editor.tsx'
export { zonesWith } from './zones.ts'
