export { ContactChoice, findContacts } from './contact-choice.tsx'
