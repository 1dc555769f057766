import { lazy } from 'react'

export { AttachButton } from './attach-button.tsx'
export { useAttachedFiles } from './attached-files.ts'
export { useDroppedFiles } from './dropped-files.ts'
export { fileSize } from './file-size.ts'
export { fileUrl, type LocalFile } from './local-file.ts'
export { useObjectUrl } from './object-url.ts'
/** Fetched with the first file, as is all that uploads it. */
export const FileTray = lazy(async () => ({ default: (await import('./file-tray.tsx')).FileTray }))
/** In forms of the settings. */
export const FilesField = lazy(async () => ({ default: (await import('./files-field.tsx')).FilesField }))
export const loadUploads = () => import('./uploads.ts')
