import * as z from 'zod/mini'
import { Id, Locale, text, ZoneName } from './fields.ts'
import { route } from './api.ts'

/** Pixels of a picture, each way: it is cut to its middle. */
export const avatarPx = 256
export const avatarBytesMax = 10 * 1024 * 1024

/** How one is shown in every workspace. */
export const Profile = z.object({
  name: z.string(),
  /** IANA name; null if not set. */
  time_zone: z.nullable(z.string()),
  /** Of the picture; another picture has another. */
  avatar_id: z.nullable(Id),
  /** The language of emails and pushes to the member. */
  locale: Locale,
})
export type Profile = z.infer<typeof Profile>

/** The caller's own profile; omitted fields keep their value. */
export const updateProfile = route({
  method: 'PUT',
  path: '/api/account/profile',
  input: z.object({
    name: z.optional(text(1, 100)),
    time_zone: z.optional(z.nullable(ZoneName)),
    locale: z.optional(Locale),
  }),
  output: Profile,
  problems: ['invalid_input'],
})
/**
 * multipart/form-data with `file`: a PNG, JPEG, WebP or GIF of at most `avatarBytesMax`. It is cropped to its
 * center and encoded again, so no metadata of the file is kept.
 * @throws Problem `invalid_input` on `file`: not an image, damaged, or too large
 */
export const uploadAvatar = route({
  method: 'POST',
  path: '/api/account/avatar',
  output: Profile,
  problems: ['invalid_input', 'too_large', 'unsupported_type'],
})
export const removeAvatar = route({
  method: 'DELETE',
  path: '/api/account/avatar',
  output: Profile,
  problems: [],
})
