import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'

/** Progress of an erasure: messages, files, and finally the contact. */
export const Erasing = z.object({ done: z.int(), total: z.int() })
export type Erasing = z.infer<typeof Erasing>
export const eraseContact = schemas({
  output: Erasing,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})

const Told = z.object({ integration_id: Id, contact_id: Id })
export const contactErasing = z.extend(Told, { erasing: Erasing })
export const contactErased = Told
export const visitorForgotten = z.object({})
