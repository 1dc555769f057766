/** Loaded as one chunk, before or with the first attachment. */
export { FileTray } from './file-tray.tsx'
export { forgetFiles, keepFile, keptFiles } from './kept-files.ts'
export { asLocalFile, forgetUpload, upload, uploadAll } from './uploads.ts'
