import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import { normalizeText } from '../filters/normalize-text.ts'
import { compareText } from '../text/compare-text.ts'
import type * as schema from './tags.schema.ts'

export type { TagColor, Tag, TagMerged } from './tags.schema.ts'

export const tagColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const
export const tagNameCharsMax = 40
export const tagsMax = 500
export const tagsPerConversationMax = 20

/** Lists all tags of the workspace, by name. */
export const listTags = defineRoute<typeof schema.listTags>()('GET', '/api/integration/:integration_id/tag')
/** Counts the conversations that have each tag. Unused tags are left out. */
export const countTags = defineRoute<typeof schema.countTags>()(
  'GET',
  '/api/integration/:integration_id/tag-counts',
)
/**
 * Creates a tag.
 * @throws Problem `invalid_input` on `name`: taken, or the workspace has `tagsMax` tags already
 */
export const createTag = defineRoute<typeof schema.createTag>()(
  'POST',
  '/api/integration/:integration_id/tag',
)
/** Renames a tag or changes its color. */
export const updateTag = defineRoute<typeof schema.updateTag>()(
  'PUT',
  '/api/integration/:integration_id/tag/:tag_id',
)
/** Deletes a tag. If it is restored, conversations show it again. */
export const deleteTag = defineRoute<typeof schema.deleteTag>()(
  'DELETE',
  '/api/integration/:integration_id/tag/:tag_id',
)
/**
 * Restores a deleted tag.
 * @throws Problem `invalid_input` on `name`: taken by another tag since
 */
export const restoreTag = defineRoute<typeof schema.restoreTag>()(
  'POST',
  '/api/integration/:integration_id/tag/:tag_id/restore',
)
/**
 * Replaces the tag with another one on all conversations and contacts, and deletes it permanently.
 * @throws Problem `invalid_input` on `into_id`: the same tag, or no tag of this workspace
 */
export const mergeTag = defineRoute<typeof schema.mergeTag>()(
  'POST',
  '/api/integration/:integration_id/tag/:tag_id/merge',
)

/** To every member of the workspace: a tag is new, has changed, or is back. */
export const tagChanged = defineEvent<typeof schema.tagChanged>()('TagChanged', workspaceChannel)
export const tagDeleted = defineEvent<typeof schema.tagDeleted>()('TagDeleted', workspaceChannel)
/** Everything that had one tag has the other. */
export const tagMerged = defineEvent<typeof schema.tagMerged>()('TagMerged', workspaceChannel)

/** A workspace's tags by name; an older version is ignored. */
export function applyTagChanged(list: readonly schema.Tag[], changed: schema.Tag): schema.Tag[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  return [...list.filter(({ id }) => id !== changed.id), changed].sort(byFoldedName)
}

export const applyTagDeleted = (list: readonly schema.Tag[], { id }: { id: string }): schema.Tag[] =>
  list.filter((tag) => tag.id !== id)

const byFoldedName = (a: schema.Tag, b: schema.Tag) =>
  compareText(normalizeText(a.name), normalizeText(b.name))

/** Replaces the merged tag by its target, without duplicates. Increments the version, as the server does. */
export const applyTagMerged = <R extends { tag_ids: string[]; version: number }>(
  list: readonly R[],
  { id, into_id }: schema.TagMerged,
): R[] =>
  list.map((row) =>
    row.tag_ids.includes(id)
      ? {
          ...row,
          tag_ids: row.tag_ids
            .filter((each) => each !== into_id)
            .map((each) => (each === id ? into_id : each)),
          version: row.version + 1,
        }
      : row,
  )
