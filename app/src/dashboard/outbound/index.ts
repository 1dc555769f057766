export { MessageButton } from './message-button.tsx'
export { pickContact } from './pick-contact.ts'
