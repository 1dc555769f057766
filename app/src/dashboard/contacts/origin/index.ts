export { ContactConsents } from './contact-consents.tsx'
export { ContactOrigin } from './contact-origin.tsx'
export { deviceName, isOriginName, originTitle } from './names.ts'
