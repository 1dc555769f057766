import * as z from 'zod/mini'
import { MailToken } from '../accounts/accounts.schema.ts'
import { Nothing, schemas } from '../api.schema.ts'
import { Availability } from './availability.schema.ts'
import { BulkAction } from '../bulk-actions/bulk-actions.schema.ts'
import { Email, Id, properName, text, Time } from '../fields.schema.ts'
import { Intervals, Slot, Week } from '../hours/hours.schema.ts'
import { Integration } from '../integrations/integrations.schema.ts'
import { CustomRoleOfMember, Role } from './roles.schema.ts'
import { memberRoles } from './roles.ts'
import { teamsMax } from './teams.ts'
import { capacityMax, displayNameCharsMax, hoursNoteCharsMax, signatureCharsMax } from './users.ts'
import { ConversationAccess } from './visibility.schema.ts'

/** ISO 639-1, such as `sk`. */
const Language = z.string().check(z.regex(/^[a-z]{2}$/, 'choice_invalid'))

export const Member = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  /** The name that customers see; empty to use `name`. */
  display_name: z.string(),
  /** Id of the avatar. Each new picture has a new id. */
  avatar_id: z.nullable(Id),
  /** IANA name; null if not set. */
  time_zone: z.nullable(z.string()),
  /** The member's email signature. */
  signature: z.string(),
  role: Role,
  /** If it withholds rights of `role`; null for most members. */
  custom_role: z.nullable(CustomRoleOfMember),
  /** How much of the inbox they can see while they are an agent. */
  conversation_access: ConversationAccess,
  joined_at: Time,
  /** Accurate to ten minutes. Null if none of their sessions used this workspace last. */
  last_seen_at: z.nullable(Time),
  /** Number of open conversations assigned to them. */
  open_conversations: z.int(),
  availability: Availability,
  is_idle: z.boolean(),
  /** Maximum number of open conversations to assign to them automatically; null for no limit. */
  capacity: z.nullable(z.int()),
  /** Languages that they reply in, as ISO 639-1 codes. */
  languages: z.array(z.string()),
  /**
   * Working hours in `time_zone`, or in the workspace's time zone if not set: seven days, starting on Monday.
   * Null if not set.
   */
  week: z.nullable(z.array(z.array(Slot))),
  /** Working times of the next two weeks; empty if not set. */
  work_spans: Intervals,
  /** The member's note about their hours. */
  hours_note: z.string(),
  /** Their two-factor authentication; null for callers who don't manage the team. */
  two_factor: z.nullable(z.enum(['none', 'app', 'passkey'])),
})
export type Member = z.infer<typeof Member>
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  custom_role: z.nullable(CustomRoleOfMember),
  conversation_access: ConversationAccess,
  /** Teams that the invited person will join, without deleted ones. */
  team_ids: z.array(Id),
  state: z.enum(['pending', 'accepted', 'expired', 'revoked']),
  sent_at: Time,
  expires_at: Time,
})
export type Invitation = z.infer<typeof Invitation>
export const listUsers = schemas({
  output: z.object({ users: z.array(Member), invitations: z.array(Invitation) }),
  problems: ['not_found'],
})
export const teamChanged = z.object({ integration_id: Id })
/**
 * Who takes over the open conversations and contacts of a member who leaves, or who gets a role that can't
 * reply; no one by default.
 */
const Heir = z.object({ reassign_to: z._default(z.nullable(Id), null) })
export const changeRole = schemas({
  input: z.extend(Heir, {
    role: Role,
    /** A custom role based on `role`; none by default. */
    custom_role_id: z._default(z.nullable(Id), null),
  }),
  output: z.extend(Member, {
    /** If the new role can't reply, the bulk action that reassigns their open conversations; null if there are none. */
    reassigned: z.nullable(BulkAction),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity', 'plan_limit'],
})
const Work = z.object({
  languages: z.optional(z.array(Language).check(z.maxLength(20))),
  week: z.optional(z.nullable(Week)),
  hours_note: z.optional(text(0, hoursNoteCharsMax)),
})
export const updateMember = schemas({
  input: z.extend(Work, {
    capacity: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(capacityMax)))),
    conversation_access: z.optional(ConversationAccess),
  }),
  output: Member,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const getOwnMember = schemas({
  output: Member,
  problems: ['not_found'],
})
export const updateOwnWorkSettings = schemas({
  input: z.extend(Work, {
    display_name: z.optional(properName(0, displayNameCharsMax)),
    signature: z.optional(text(0, signatureCharsMax)),
  }),
  output: Member,
  problems: ['not_found', 'invalid_input'],
})
const Named = z.object({ id: Id, name: z.string() })
/**
 * What a departing member owns besides conversations, and what refers to them: it is reassigned or has to be
 * changed.
 */
export const Offboarding = z.object({
  /** Number of contacts that they own. */
  contacts: z.int(),
  /** Active rules that refer to them in a condition or an action. */
  rules: z.array(Named),
  /** Shared macros that assign conversations to them. */
  macros: z.array(Named),
  /** Their scheduled replies. They are still sent, in their name. */
  scheduled: z.int(),
  /** Number of private items. No one else sees them, and they return if the member comes back. */
  own: z.object({ views: z.int(), segments: z.int(), macros: z.int(), canned_replies: z.int() }),
})
export type Offboarding = z.infer<typeof Offboarding>
export const getOffboarding = schemas({
  output: Offboarding,
  problems: ['not_found', 'forbidden'],
})
export const getOwnOffboarding = schemas({
  output: Offboarding,
  problems: ['not_found'],
})
export const removeMember = schemas({
  input: Heir,
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const leaveTeam = schemas({
  input: Heir,
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const inviteUser = schemas({
  input: z.object({
    email: Email,
    /** Ownership is handed over, never invited to. */
    role: z._default(z.enum(memberRoles), 'agent'),
    /** A custom role based on `role`; none by default. */
    custom_role_id: z._default(z.nullable(Id), null),
    conversation_access: z.optional(ConversationAccess),
    team_ids: z.optional(z.array(Id).check(z.maxLength(teamsMax))),
  }),
  output: Invitation,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const resendInvitation = schemas({
  output: Invitation,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const revokeInvitation = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const ReceivedInvitation = z.object({
  id: Id,
  integration_name: z.string(),
  email: z.string(),
  role: Role,
  /** The name of the custom role; null if there is none. */
  custom_role_name: z.nullable(z.string()),
  invited_by: z.string(),
  expires_at: Time,
})
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>
export const listReceivedInvitations = schemas({
  output: z.array(ReceivedInvitation),
  problems: [],
})
export const showInvitation = schemas({
  input: z.object({ token: MailToken }),
  output: ReceivedInvitation,
  problems: ['invalid_input'],
})
export const acceptInvitation = schemas({
  input: z.object({ token: z.optional(MailToken), invitation_id: z.optional(Id) }),
  output: Integration,
  problems: ['invalid_input', 'plan_limit'],
})
