import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { tagColors, tagNameCharsMax } from './tags.ts'

export const TagColor = z.enum(tagColors)
export type TagColor = z.infer<typeof TagColor>

/** A word that the team gives to what belongs together. */
export const Tag = z.object({
  id: Id,
  integration_id: Id,
  /** Unique in the workspace, ignoring case and diacritics. */
  name: z.string(),
  color: TagColor,
  created_at: Time,
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Tag = z.infer<typeof Tag>
const TagName = text(1, tagNameCharsMax)
export const listTags = schemas({
  output: z.array(Tag),
  problems: ['not_found'],
})
export const countTags = schemas({
  output: z.record(z.string(), z.int()),
  problems: ['not_found'],
})
export const createTag = schemas({
  input: z.object({ name: TagName, color: z._default(TagColor, 'gray') }),
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateTag = schemas({
  input: z.object({ name: z.optional(TagName), color: z.optional(TagColor) }),
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteTag = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const restoreTag = schemas({
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const mergeTag = schemas({
  input: z.object({ into_id: Id }),
  output: Tag,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const tagChanged = Tag
export const tagDeleted = z.object({ id: Id, integration_id: Id })
export const TagMerged = z.object({ id: Id, integration_id: Id, into_id: Id })
export type TagMerged = z.infer<typeof TagMerged>
export const tagMerged = TagMerged
