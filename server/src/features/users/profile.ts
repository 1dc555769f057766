import { randomUUID } from 'node:crypto'
import { avatarPx, type Input, type Profile, teamChanged } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { listWorkspaces, type Session } from '#features/accounts'
import { emitPublicProfileJob } from '#features/conversations'
import { drawSquare } from '#features/files'
import type { Context, Tx } from '#platform/context/context.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './profile-store.ts'

/** Updates the lists of the user's teams and the profile shown to customers they are talking to. */
async function emitProfileToTeams(tx: Tx, user_id: string): Promise<void> {
  for (const integration_id of await listWorkspaces(tx, user_id)) {
    tx.emit(teamChanged, { integration_id })
    await tx.enqueue(emitPublicProfileJob, { integration_id, user_id })
  }
}

export function updateProfile(
  ctx: Context,
  { user }: Session,
  { name, time_zone, locale }: Input<typeof contract.updateProfile>,
): Promise<Profile> {
  const changes = definedFields({ name, time_zone })
  const isShown = Object.keys(changes).length > 0
  return ctx.transaction(async (tx) => {
    if (isShown || locale) await store.updateUser(tx, user.id, { ...changes, ...(locale ? { locale } : {}) })
    if (isShown) await emitProfileToTeams(tx, user.id)
    return store.getProfile(tx, user.id)
  })
}

/**
 * New files are stored before the commit, old ones removed after it: a row without a file would be worse than
 * an orphaned file.
 */
async function changeAvatar(
  ctx: Context,
  user_id: string,
  picture: { avatar_id: string | null; avatar_key: string | null },
): Promise<Profile> {
  const { before, profile } = await ctx.transaction(async (tx) => {
    const { avatar_key } = await store.lockAvatar(tx, user_id)
    await store.updateUser(tx, user_id, picture)
    await emitProfileToTeams(tx, user_id)
    return { before: avatar_key, profile: await store.getProfile(tx, user_id) }
  })
  if (before) await ctx.files.remove(before)
  return profile
}

export async function uploadAvatar(
  ctx: Context,
  { user }: Session,
  _input: unknown,
  { bytes }: Upload,
): Promise<Profile> {
  const image = await drawSquare(bytes, avatarPx, 'middle', user.id)
  if (typeof image === 'string') throw validationError('file', image)
  const avatar_key = newFileKey('avatar')
  await ctx.files.put(avatar_key, image, { content_type: 'image/webp', max_bytes: image.length })
  try {
    return await changeAvatar(ctx, user.id, { avatar_id: randomUUID(), avatar_key })
  } catch (error) {
    await ctx.files.remove(avatar_key)
    throw error
  }
}

export const removeAvatar = (ctx: Context, { user }: Session): Promise<Profile> =>
  changeAvatar(ctx, user.id, { avatar_id: null, avatar_key: null })
