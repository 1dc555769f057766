export { ContactPicker, findContacts } from './contact-picker.tsx'
