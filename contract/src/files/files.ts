import { defineRoute } from '../api.ts'
import type * as schema from './files.schema.ts'

export type { Attachment } from './files.schema.ts'

/** Limits of files in messages, for members and visitors. */
export const fileLimits = {
  /** Maximum size of a file. */
  bytes_max: 10 * 1024 * 1024,
  /** Maximum number of files in a message. */
  files_max: 10,
  /** Accepted file name extensions. The type is detected from the content. */
  endings: [
    ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'pdf', 'txt', 'md', 'csv', 'log', 'json', 'rtf', 'zip'],
    ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp'],
    ...['mp3', 'm4a', 'ogg', 'wav', 'mp4', 'mov', 'webm'],
  ],
} as const

/**
 * Uploads a file for a message, as multipart/form-data with the fields `id` and then `file`. Files that
 * aren't attached are deleted after a day.
 */
export const uploadFile = defineRoute<typeof schema.uploadFile>()(
  'POST',
  '/api/integration/:integration_id/file',
)
/**
 * Uploads a visitor's file for a message, as multipart/form-data with the fields `id` and then `file`. Files
 * that aren't attached are deleted after a day.
 */
export const uploadVisitorFile = defineRoute<typeof schema.uploadVisitorFile>()('POST', '/api/visitor/file')
