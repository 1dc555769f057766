export { ContactOrigin } from './contact-origin.tsx'
export { deviceName, isOriginName, originTitle } from './names.ts'
