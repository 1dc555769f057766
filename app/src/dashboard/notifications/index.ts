export { Bell } from './bell.tsx'
export { askForDesktop, showOnDesktop, useDesktopState } from './desktop.ts'
export { playSound } from './sound.ts'
