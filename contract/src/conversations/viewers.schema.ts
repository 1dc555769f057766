import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'

/** A member who has a conversation open. */
export const Viewer = z.object({ conversation_id: Id, user_id: Id })
export type Viewer = z.infer<typeof Viewer>
export const listViewers = schemas({
  output: z.array(Viewer),
  problems: ['not_found'],
})

export const ViewerChange = z.extend(Viewer, { integration_id: Id, is_viewing: z.boolean() })
export type ViewerChange = z.infer<typeof ViewerChange>
export const viewerChanged = ViewerChange
export const TypingChange = z.extend(Viewer, { integration_id: Id, is_writing: z.boolean() })
export type TypingChange = z.infer<typeof TypingChange>
export const teammateTypingChanged = TypingChange
