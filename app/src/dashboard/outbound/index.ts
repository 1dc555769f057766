export { MessageButton } from './message-button.tsx'
export { askWhomToWrite } from './ask-whom.ts'
