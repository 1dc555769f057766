/** Loaded as one chunk, before or with the first attachment. */
export { FileTray } from './file-tray.tsx'
export { deleteStoredFiles, storeFile, listStoredFiles } from './stored-attachments.ts'
export { toLocalFile, dropUpload, upload, uploadAll } from './uploads.ts'
