import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Locale, properName, ZoneName } from '../fields.schema.ts'

/** The profile that teammates in every workspace see. */
export const Profile = z.object({
  name: z.string(),
  /** IANA name; null if not set. */
  time_zone: z.nullable(z.string()),
  /** Id of the avatar. Each new picture has a new id. */
  avatar_id: z.nullable(Id),
  /** The language of emails and push notifications. */
  locale: Locale,
})
export type Profile = z.infer<typeof Profile>
export const updateProfile = schemas({
  input: z.object({
    name: z.optional(properName(1, 100)),
    time_zone: z.optional(z.nullable(ZoneName)),
    locale: z.optional(Locale),
  }),
  output: Profile,
  problems: ['invalid_input'],
})
export const uploadAvatar = schemas({
  output: Profile,
  problems: ['invalid_input', 'too_large', 'unsupported_type'],
})
export const removeAvatar = schemas({
  output: Profile,
  problems: [],
})
