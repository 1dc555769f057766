import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Availability } from '../users/availability.schema.ts'
import { HttpUrl, Id, Locale, properName, Time, ZoneName } from '../fields.schema.ts'
import { CustomRoleOfMember, Role } from '../users/roles.schema.ts'
import { ConversationAccess } from '../users/visibility.schema.ts'

/** A workspace. Every path that names one takes its `id` or its `public_key`. */
export const Integration = z.object({
  id: Id,
  /** `pk_…`: identifies the workspace on the customer's pages. It doesn't grant access. */
  public_key: z.string(),
  name: z.string(),
  url: z.string(),
  /** The chat's language for visitors whose language isn't in `locales`; one of `locales`. */
  locale: Locale,
  /** Languages of the chat; at least one. */
  locales: z.array(Locale),
  /**
   * IANA name of the workspace's time zone, used for days in reports, opening hours and emails unless a
   * member's own is set.
   */
  time_zone: z.string(),
  /** Id of the logo. Each new picture has a new id. */
  logo_id: z.nullable(Id),
  /** Additional hosts where the widget can be embedded and pages can be crawled. */
  hosts: z.array(z.string()),
  onboarded_at: z.nullable(Time),
  /** The last `OnboardingStep`; null if the setup hasn't been started. */
  onboarding_step: z.nullable(z.string()),
  /** When the setup checklist was dismissed; null while it is shown. */
  setup_hidden_at: z.nullable(Time),
  /** Whether members must use two-factor authentication. */
  needs_two_factor: z.boolean(),
  /** Whether members, except owners, must use single sign-on. */
  needs_single_sign_on: z.boolean(),
  /** For a closed workspace, when it is erased with all its data; null if it is open. */
  deletes_at: z.nullable(Time),
  /** The caller's role. */
  role: Role,
  /** If it withholds rights of `role`; null for most members. */
  custom_role: z.nullable(CustomRoleOfMember),
  /** How much of the inbox the caller can see. */
  conversation_access: ConversationAccess,
  /** The caller's availability here, and whether they are idle. */
  availability: Availability,
  is_idle: z.boolean(),
  created_at: Time,
})
export type Integration = z.infer<typeof Integration>
export const listIntegrations = schemas({
  output: z.array(Integration),
  problems: [],
})
export const createIntegration = schemas({
  input: z.object({
    name: properName(1, 80),
    url: HttpUrl,
    locale: z.optional(Locale),
    /** The creator's time zone. An unknown one becomes `UTC` instead of an error. */
    time_zone: z.optional(z.catch(ZoneName, 'UTC')),
  }),
  output: Integration,
  problems: ['invalid_input'],
})
export const IntegrationMember = z.object({
  /** Id of the user. */
  id: Id,
  name: z.string(),
  /** Path of the picture; null if there is none. */
  avatar: z.nullable(z.string()),
  role: Role,
})
export const getIntegration = schemas({
  input: z.object({ with: z.optional(z.enum(['members'])) }),
  output: z.extend(Integration, {
    /** Only if requested by `with`. The owner comes first, then by name. */
    members: z.optional(z.array(IntegrationMember)),
  }),
  problems: ['not_found', 'invalid_input'],
})
/** A host name, with a port where it has one. */
export const Host = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/, 'host_invalid'),
  )
export const updateIntegration = schemas({
  input: z.object({
    name: z.optional(properName(1, 80)),
    url: z.optional(HttpUrl),
    locale: z.optional(Locale),
    locales: z.optional(z.array(Locale).check(z.maxLength(20))),
    time_zone: z.optional(ZoneName),
    hosts: z.optional(z.array(Host).check(z.maxLength(20))),
  }),
  output: Integration,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const integrationChanged = z.object({ integration_id: Id })
export const deleteIntegration = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
export const restoreIntegration = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden'],
})
export const activateIntegration = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden'],
})
export const completeOnboarding = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden'],
})
export const dismissSetup = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden'],
})
