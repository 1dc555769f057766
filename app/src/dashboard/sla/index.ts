export { DueMark } from './due-mark.tsx'
export { SilenceQuestion } from './silence-question.tsx'
