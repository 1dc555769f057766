import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, text, Time } from './fields.ts'
import { event, Nothing, route } from './api.ts'

export const TagColor = z.enum(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'])
export type TagColor = z.infer<typeof TagColor>
export const tagNameCharsMax = 40
export const tagsMax = 500
/** As many as one conversation may carry. */
export const tagsPerConversationMax = 20

/** A word that the team gives to what belongs together. */
export const Tag = z.object({
  id: Id,
  integration_id: Id,
  /** Unique in its workspace without regard to case and diacritics. */
  name: z.string(),
  colour: TagColor,
  created_at: Time,
  /** Grows with every change, so that an older event never overwrites a newer row. */
  version: z.int(),
})
export type Tag = z.infer<typeof Tag>
const TagName = text(1, tagNameCharsMax)

/** Every tag of the workspace, by name. */
export const listTags = route({
  method: 'GET',
  path: '/api/integration/:integration_id/tag',
  output: z.array(Tag),
  problems: ['not_found'],
})
/** How many conversations carry each tag; one that none carries is left out. */
export const countTags = route({
  method: 'GET',
  path: '/api/integration/:integration_id/tag-counts',
  output: z.record(z.string(), z.int()),
  problems: ['not_found'],
})
/** @throws Problem `invalid_input` on `name`: taken, or the workspace has `tagsMax` already */
export const createTag = route({
  method: 'POST',
  path: '/api/integration/:integration_id/tag',
  input: z.object({ name: TagName, colour: z._default(TagColor, 'gray') }),
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateTag = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/tag/:tag_id',
  input: z.object({ name: z.optional(TagName), colour: z.optional(TagColor) }),
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Removes the tag from the list. Conversations that have it show it again if it is restored. */
export const deleteTag = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/tag/:tag_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/** @throws Problem `invalid_input` on `name`: taken by another tag since */
export const restoreTag = route({
  method: 'POST',
  path: '/api/integration/:integration_id/tag/:tag_id/restore',
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Replaces the tag by the other one on every conversation and deletes it permanently.
 * @throws Problem `invalid_input` on `into_id`: the same tag, or no tag of this workspace
 */
export const mergeTag = route({
  method: 'POST',
  path: '/api/integration/:integration_id/tag/:tag_id/merge',
  input: z.object({ into_id: Id }),
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** To every member of the workspace: a tag is new, has changed, or is back. */
export const tagChanged = event('TagChanged', { data: Tag, channel: workspaceChannel })
export const tagDeleted = event('TagDeleted', {
  data: z.object({ id: Id, integration_id: Id }),
  channel: workspaceChannel,
})
export const TagMerged = z.object({ id: Id, integration_id: Id, into_id: Id })
export type TagMerged = z.infer<typeof TagMerged>
/** What carried the one carries the other: see `applyTagMerged`. */
export const tagMerged = event('TagMerged', { data: TagMerged, channel: workspaceChannel })
