export { confirmIdentity, download } from './confirm-identity.ts'
export { DownloadLink } from './download-link.tsx'
