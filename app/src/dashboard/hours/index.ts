export { useHours } from './data.ts'
export { useHoursLabels } from './labels.ts'
export { WeekRows } from './week-editor.tsx'
export { ZoneOptions } from './zone-options.tsx'
