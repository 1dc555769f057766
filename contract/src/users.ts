import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { MailToken } from './accounts.ts'
import { BulkAction } from './bulk-actions.ts'
import { Availability } from './availability.ts'
import { Email, Id, text, Time } from './fields.ts'
import { Slot, Intervals, Week } from './hours.ts'
import { Integration } from './integrations.ts'
import { event, Nothing, route } from './api.ts'
import { ConversationAccess } from './visibility.ts'
import { Role } from './roles.ts'
import { teamsMax } from './teams.ts'

export const capacityMax = 1000
export const hoursNoteCharsMax = 200
export const displayNameCharsMax = 60
export const signatureCharsMax = 500
/** ISO 639-1, such as `sk`. */
const Language = z.string().check(z.regex(/^[a-z]{2}$/, 'choice_invalid'))

export const Member = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  /** What customers call them here; empty for `name`. */
  display_name: z.string(),
  /** Of their picture, for `avatarPath`. */
  avatar_id: z.nullable(Id),
  /** IANA name; null if not set. */
  time_zone: z.nullable(z.string()),
  /** The member's email signature. */
  signature: z.string(),
  role: Role,
  /** Counts while they are an agent; see `effectiveAccess`. */
  sees: ConversationAccess,
  joined_at: Time,
  /** To within ten minutes; null when no session of theirs was last in this workspace. */
  last_seen_at: z.nullable(Time),
  /** Assigned to them and not finished: the load now. */
  open_conversations: z.int(),
  availability: Availability,
  is_idle: z.boolean(),
  /** So many open conversations may be given to them without asking; null for any number. */
  capacity: z.nullable(z.int()),
  /** That they answer in, ISO 639-1. */
  languages: z.array(z.string()),
  /** Working hours in `time_zone`, or else the workspace's: seven days from Monday; null if not set. */
  week: z.nullable(z.array(z.array(Slot))),
  /** The working times of the next two weeks, for `openingAt`; empty if not set. */
  work_spans: Intervals,
  /** A note of the member about their hours. */
  hours_note: z.string(),
  /** Their second factor at sign-in; null for readers who do not manage the team. */
  two_factor: z.nullable(z.enum(['none', 'app', 'passkey'])),
})
export type Member = z.infer<typeof Member>

export const invitationDays = 7
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  sees: ConversationAccess,
  /** Teams the invited person will join; without deleted ones. */
  team_ids: z.array(Id),
  state: z.enum(['pending', 'accepted', 'expired', 'revoked']),
  sent_at: Time,
  expires_at: Time,
})
export type Invitation = z.infer<typeof Invitation>

/** People and open invitations of the active workspace (or of the one named by `X-Integration-Id`). */
export const listUsers = route({
  method: 'GET',
  path: '/api/integration/users',
  output: z.object({ users: z.array(Member), invitations: z.array(Invitation) }),
  problems: ['not_found'],
})
/** Members, roles or invitations have changed. Clients reload them. */
export const teamChanged = event('TeamChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
/**
 * Who takes over the open conversations and contacts of a member who leaves, or who gets a role that can't
 * reply; no one by default.
 */
const Heir = z.object({ reassign_to: z._default(z.nullable(Id), null) })
/**
 * Changes a member's role. Only the owner can transfer ownership, and becomes an admin.
 * @throws Problem `forbidden`: an admin names an owner; `confirm_identity`: ownership is transferred without a
 * recent confirmation; `invalid_input` on `role`: the owner's role can't change; on `reassign_to`: not a
 * member, or one who can't reply
 */
export const changeRole = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/member/:user_id',
  input: z.extend(Heir, { role: Role }),
  /** With a role that can't reply, the bulk act that reassigns their open conversations; null where there are none. */
  output: z.extend(Member, { reassigned: z.nullable(BulkAction) }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
const Work = z.object({
  languages: z.optional(z.array(Language).check(z.maxLength(20))),
  week: z.optional(z.nullable(Week)),
  hours_note: z.optional(text(0, hoursNoteCharsMax)),
})
/** A member's working hours and their access to conversations, set by the team's managers. */
export const updateMember = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/member/:user_id/work',
  input: z.extend(Work, {
    capacity: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(capacityMax)))),
    sees: z.optional(ConversationAccess),
  }),
  output: Member,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** The caller's own place in a workspace. */
export const getOwnMember = route({
  method: 'GET',
  path: '/api/integration/:integration_id/member',
  output: Member,
  problems: ['not_found'],
})
/** The caller's own working hours and public name; their capacity is set by the team's managers. */
export const updateOwnWorkSettings = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/member',
  input: z.extend(Work, {
    display_name: z.optional(text(0, displayNameCharsMax)),
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
  /** Contacts that they look after. */
  contacts: z.int(),
  /** Rules that are on and name them, in a condition or in what they do. */
  rules: z.array(Named),
  /** The team's macros that assign to them. */
  macros: z.array(Named),
  /** Their replies that wait for their time: they still go, in their name. */
  scheduled: z.int(),
  /** Counts of private items: no one else sees them, and they come back if the member returns. */
  own: z.object({ views: z.int(), segments: z.int(), macros: z.int(), canned_replies: z.int() }),
})
export type Offboarding = z.infer<typeof Offboarding>
export const getOffboarding = route({
  method: 'GET',
  path: '/api/integration/:integration_id/member/:user_id/departure',
  output: Offboarding,
  problems: ['not_found', 'forbidden'],
})
/** Before one leaves oneself. */
export const getOwnOffboarding = route({
  method: 'GET',
  path: '/api/integration/:integration_id/member/departure',
  output: Offboarding,
  problems: ['not_found'],
})
/**
 * Removes a member from the workspace, immediately and on every device.
 * @throws Problem `invalid_input` on `user_id`: the owner can't be removed; on `reassign_to`: not a member, or
 * one who can't reply
 */
export const removeMember = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/member/:user_id',
  input: Heir,
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Takes the caller off the team; refused like `removeMember`. */
export const leaveTeam = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/member',
  input: Heir,
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Ownership is handed over, never invited to. */
const GivenRole = z.enum(['admin', 'editor', 'agent', 'viewer'])
/** @throws Problem `invalid_input` on `email`: already a member, or already invited; on `team_ids`: no such team here */
export const inviteUser = route({
  method: 'PUT',
  path: '/api/integration/user-invite',
  input: z.object({
    email: Email,
    role: z._default(GivenRole, 'agent'),
    sees: z.optional(ConversationAccess),
    team_ids: z.optional(z.array(Id).check(z.maxLength(teamsMax))),
  }),
  output: Invitation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const resendInvitation = route({
  method: 'POST',
  path: '/api/integration/:integration_id/invitation/:invitation_id/resend',
  output: Invitation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const revokeInvitation = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/invitation/:invitation_id',
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const ReceivedInvitation = z.object({
  id: Id,
  integration_name: z.string(),
  email: z.string(),
  role: Role,
  invited_by: z.string(),
  expires_at: Time,
})
/** Pending invitations to the caller's verified address. */
export const listReceivedInvitations = route({
  method: 'GET',
  path: '/api/invitations',
  output: z.array(ReceivedInvitation),
  problems: [],
})
/** What an invitation link offers; readable without a session, since the token is the proof. */
export const showInvitation = route({
  method: 'POST',
  path: '/api/invitation/show',
  input: z.object({ token: MailToken }),
  output: ReceivedInvitation,
  problems: ['invalid_input'],
})
/** Joins the workspace. Exactly one of `token` (from the mail) and `invitation_id` (own verified address). */
export const acceptInvitation = route({
  method: 'POST',
  path: '/api/invitation/accept',
  input: z.object({ token: z.optional(MailToken), invitation_id: z.optional(Id) }),
  output: Integration,
  problems: ['invalid_input'],
})
