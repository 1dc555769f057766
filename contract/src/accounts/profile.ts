import { defineRoute } from '../api.ts'
import type * as schema from './profile.schema.ts'

export type { Profile } from './profile.schema.ts'

/** Width and height of an avatar in pixels; pictures are cropped to their center. */
export const avatarPx = 256
export const avatarBytesMax = 10 * 1024 * 1024

/** Updates the caller's profile. Omitted fields keep their value. */
export const updateProfile = defineRoute<typeof schema.updateProfile>()('PUT', '/api/account/profile')
/**
 * Replaces the caller's avatar, as multipart/form-data with `file`: a PNG, JPEG, WebP or GIF of at most
 * `avatarBytesMax`. It is cropped to its center and encoded again, so no metadata of the file is kept.
 * @throws Problem `invalid_input` on `file`: not an image, damaged, or too large
 */
export const uploadAvatar = defineRoute<typeof schema.uploadAvatar>()('POST', '/api/account/avatar')
export const removeAvatar = defineRoute<typeof schema.removeAvatar>()('DELETE', '/api/account/avatar')
