import * as z from 'zod/mini'
import { Priority } from '../../conversations/conversations.schema.ts'
import { Id, text } from '../../fields.schema.ts'
import { tagsPerConversationMax } from '../../tags/tags.ts'
import { emailMembersMax, emailSubjectCharsMax, stepTextCharsMax } from '../flow.ts'
import { Edge, Name, stepBase } from '../flow-values.schema.ts'

export const SetFieldStep = z.object({
  ...stepBase,
  kind: z.literal('set_field'),
  target: z._default(z.enum(['variable', 'contact', 'conversation']), 'variable'),
  name: Name,
  /** `{{name}}` inserts a variable; empty clears the field. */
  value: z._default(text(0, 500), ''),
  next: Edge,
})
export const AddTagsStep = z.object({
  ...stepBase,
  kind: z.literal('add_tags'),
  tag_ids: z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), []),
  next: Edge,
})
export const SetPriorityStep = z.object({
  ...stepBase,
  kind: z.literal('set_priority'),
  priority: z._default(Priority, 'none'),
  next: Edge,
})
export const AssignStep = z.object({
  ...stepBase,
  kind: z.literal('assign'),
  member_id: z._default(z.nullable(Id), null),
  team_id: z._default(z.nullable(Id), null),
  next: Edge,
})
/** Emails members and a team: plain text with a link to the conversation. */
export const EmailTeamStep = z.object({
  ...stepBase,
  kind: z.literal('email_team'),
  member_ids: z._default(z.array(Id).check(z.maxLength(emailMembersMax)), []),
  team_id: z._default(z.nullable(Id), null),
  subject: z._default(text(0, emailSubjectCharsMax), ''),
  body: z._default(text(0, stepTextCharsMax), ''),
  next: Edge,
})
/** Adds a note, which only the team sees. */
export const NoteStep = z.object({
  ...stepBase,
  kind: z.literal('note'),
  body: z._default(text(0, stepTextCharsMax), ''),
  next: Edge,
})
