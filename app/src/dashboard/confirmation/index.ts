export { askIdentity, download } from './ask.ts'
export { DownloadLink } from './download-link.tsx'
