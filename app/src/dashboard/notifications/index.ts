export { Bell } from './bell.tsx'
export { requestDesktopPermission, showOnDesktop, useDesktopState } from './desktop.ts'
export { playSound } from './sound.ts'
