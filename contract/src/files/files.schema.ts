import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'

/** A file as shown to those who can open it. */
export const Attachment = z.object({
  /** Chosen by the sender, so that retries are safe. */
  id: Id,
  /** The file name given by the sender. It is a label, never a path. */
  name: z.string(),
  /** Detected from the content of the file. */
  content_type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** The displayed size of an inline image, in pixels; null for other files. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Attachment = z.infer<typeof Attachment>
export const uploadFile = schemas({
  output: Attachment,
  problems: ['not_found', 'forbidden', 'invalid_input', 'too_large', 'unsupported_type'],
})
export const uploadVisitorFile = schemas({
  output: Attachment,
  problems: ['blocked', 'invalid_input', 'too_large', 'unsupported_type'],
})
