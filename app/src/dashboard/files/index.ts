import { lazy } from 'react'
import { attaching } from './lazy-attaching.ts'

export { AttachButton } from './attach-button.tsx'
export { useAttachedFiles } from './attached-files.ts'
export { useDroppedFiles } from './dropped-files.ts'
export { fileSize } from './file-size.ts'
export { fileUrl, type LocalFile } from './local-file.ts'
export { useObjectUrl } from './object-url.ts'
export const FileTray = lazy(async () => ({ default: (await attaching.load()).FileTray }))
/** The file field of forms in the settings. */
export const FilesField = lazy(async () => ({ default: (await import('./files-field.tsx')).FilesField }))
export const loadUploads = attaching.load
