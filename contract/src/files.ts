import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { route } from './api.ts'
import { visitorCalls } from './visitor-calls.ts'

/** A file as those see it who may open it. */
export const Attachment = z.object({
  /** Chosen by the sender, so that a retry is harmless. */
  id: Id,
  /** As its sender called it: a label, never a path. */
  name: z.string(),
  /** What its bytes are. */
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** The displayed size of an inline image, in pixels; null for other files. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Attachment = z.infer<typeof Attachment>

/**
 * multipart/form-data with fields `id` and then `file`. What no message, no canned reply, no macro and no suggestion
 * names is removed after a day.
 */
export const uploadFile = route({
  method: 'POST',
  path: '/api/integration/:integration_id/file',
  output: Attachment,
  problems: ['not_found', 'forbidden', 'invalid_input', 'too_large', 'unsupported_type'],
})
/** The same for a visitor. */
export const uploadVisitorFile = route({
  ...visitorCalls.uploadVisitorFile,
  output: Attachment,
  problems: ['invalid_input', 'too_large', 'unsupported_type'],
})
