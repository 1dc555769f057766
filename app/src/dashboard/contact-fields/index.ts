export { ContactDetails } from './contact-details.tsx'
export { profileOf, useContactProfile } from './profile.ts'
