export { DueMark } from './due-mark.tsx'
