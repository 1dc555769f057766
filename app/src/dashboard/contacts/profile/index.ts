export { ContactDetails } from './contact-details.tsx'
export { ContactHubspot } from './contact-hubspot.tsx'
export { profileOf, useContactProfile } from './profile.ts'
export { useFieldSource } from './use-field-source.ts'
/** Loaded with the first change. */
export const saveContact = async (...save: Parameters<typeof import('./save.ts').saveContact>) =>
  (await import('./save.ts')).saveContact(...save)
