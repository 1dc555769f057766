export { ContactConsents } from './contact-consents.tsx'
export { ContactAcquisition } from './contact-acquisition.tsx'
export { deviceName, isAcquisitionName, acquisitionTitle } from './names.ts'
