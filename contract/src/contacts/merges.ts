import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Id, Time } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Two contacts become one: the source goes, and what was its own is the target's. What the browser of either is shown
 * stays what was begun in it: that both are one person is the team's word, and what was shown cannot be taken back.
 */

/** As many conversations of one contact can go to another one at once. */
export const mergedConversationsMax = 5_000

export const ContactMerge = z.object({
  id: Id,
  source: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** Whoever they are now: also one that the target was merged into since. */
  target_id: Id,
  by_name: z.string(),
  at: Time,
  /** Null where it cannot be taken back: it was already, or the target was merged on since, which is undone first. */
  undo_until: z.nullable(Time),
  undone_at: z.nullable(Time),
})
export type ContactMerge = z.infer<typeof ContactMerge>
/**
 * The target keeps what it has; what it lacks comes from the source: details, own fields, tags, the earlier first and
 * the later last visit, and of two blocks the longer one. Conversations, visits, notes and changes are the target's
 * from now on, as is whatever the source's browser does; the source's id leads to the target. The merge's id is the
 * caller's to choose: the same one again answers what it has done.
 *
 * @throws Problem `invalid_input` on `into_id`: itself, being erased, or together they carry too many tags; on
 *   `contact_id`: being erased, or more than `mergedConversationsMax` conversations; on `gives_up_external_id`: both
 *   have one, and it was not said that the source's may go; on `id`: in use
 */
export const mergeContact = route({
  method: 'POST',
  path: '/api/integration/:integration_id/contact/:contact_id/merge',
  input: z.object({
    id: Id,
    into_id: Id,
    /** Two who are two in the customer's own system are merged by no accident. */
    gives_up_external_id: z._default(z.boolean(), false),
  }),
  output: ContactMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * The source is there again as it was, with all that had gone over and with what its browser has done since. What the
 * merge filled in of the target is empty again, unless it was changed since; what the team has written since stays
 * with the target, and a block that was made since stays with both. Taken back already, it answers as the first time.
 *
 * @throws Problem `invalid_input` on `merge_id`: too long ago, the target was merged on since, is being erased, or
 *   somebody else has got the source's external id
 */
export const undoContactMerge = route({
  method: 'POST',
  path: '/api/integration/:integration_id/contact-merge/:merge_id/undo',
  output: ContactMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/**
 * The source is no contact any more, or one again; both are read again wherever they stand. How each of them is now,
 * `ContactChanged` tells.
 */
export const contactMerged = event('ContactMerged', {
  channel: workspaceChannel,
  data: z.object({ integration_id: Id, source_id: Id, target_id: Id, is_undone: z.boolean() }),
})
