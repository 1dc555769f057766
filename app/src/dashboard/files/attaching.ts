/** What a page needs once a file is attached: it comes in one piece, ahead of the first one or with it. */
export { FileTray } from './file-tray.tsx'
export { forgetFiles, keepFile, keptFiles } from './kept-files.ts'
export { asLocalFile, forgetUpload, upload, uploadAll } from './uploads.ts'
