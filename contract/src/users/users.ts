import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './users.schema.ts'

export type { Member, Invitation, Offboarding, ReceivedInvitation } from './users.schema.ts'

export const capacityMax = 1000
export const hoursNoteCharsMax = 200
export const displayNameCharsMax = 60
export const signatureCharsMax = 500

export const invitationDays = 7

/**
 * Lists members and open invitations of the key’s workspace. For people, of the active workspace, or of the one
 * that `X-Integration-Id` names.
 */
export const listUsers = defineRoute<typeof schema.listUsers>()('GET', '/api/integration/users')
/** Members, roles or invitations have changed. Clients reload them. */
export const teamChanged = defineEvent<typeof schema.teamChanged>()('TeamChanged', workspaceChannel)
/**
 * Changes a member's role. Only the owner can transfer ownership, and becomes an admin.
 * @throws Problem `forbidden`: an admin names an owner; `confirm_identity`: ownership is transferred without a
 * recent confirmation; `invalid_input` on `role`: the owner's role can't change; on `reassign_to`: not a
 * member, or one who can't reply
 */
export const changeRole = defineRoute<typeof schema.changeRole>()(
  'PUT',
  '/api/integration/:integration_id/member/:user_id',
)
/** A member's working hours and their access to conversations, set by the team's managers. */
export const updateMember = defineRoute<typeof schema.updateMember>()(
  'PUT',
  '/api/integration/:integration_id/member/:user_id/work',
)
/** The caller's own place in a workspace. */
export const getOwnMember = defineRoute<typeof schema.getOwnMember>()(
  'GET',
  '/api/integration/:integration_id/member',
)
/** The caller's own working hours and public name; their capacity is set by the team's managers. */
export const updateOwnWorkSettings = defineRoute<typeof schema.updateOwnWorkSettings>()(
  'PUT',
  '/api/integration/:integration_id/member',
)
export const getOffboarding = defineRoute<typeof schema.getOffboarding>()(
  'GET',
  '/api/integration/:integration_id/member/:user_id/departure',
)
/** Before one leaves oneself. */
export const getOwnOffboarding = defineRoute<typeof schema.getOwnOffboarding>()(
  'GET',
  '/api/integration/:integration_id/member/departure',
)
/**
 * Removes a member from the workspace, immediately and on every device.
 * @throws Problem `invalid_input` on `user_id`: the owner can't be removed; on `reassign_to`: not a member, or
 * one who can't reply
 */
export const removeMember = defineRoute<typeof schema.removeMember>()(
  'DELETE',
  '/api/integration/:integration_id/member/:user_id',
)
/** Takes the caller off the team; refused like `removeMember`. */
export const leaveTeam = defineRoute<typeof schema.leaveTeam>()(
  'DELETE',
  '/api/integration/:integration_id/member',
)
/** @throws Problem `invalid_input` on `email`: already a member, or already invited; on `team_ids`: no such team here */
export const inviteUser = defineRoute<typeof schema.inviteUser>()('PUT', '/api/integration/user-invite')
export const resendInvitation = defineRoute<typeof schema.resendInvitation>()(
  'POST',
  '/api/integration/:integration_id/invitation/:invitation_id/resend',
)
export const revokeInvitation = defineRoute<typeof schema.revokeInvitation>()(
  'DELETE',
  '/api/integration/:integration_id/invitation/:invitation_id',
)
/** Pending invitations to the caller's verified address. */
export const listReceivedInvitations = defineRoute<typeof schema.listReceivedInvitations>()(
  'GET',
  '/api/invitations',
)
/** What an invitation link offers; readable without a session, since the token is the proof. */
export const showInvitation = defineRoute<typeof schema.showInvitation>()('POST', '/api/invitation/show')
/** Joins the workspace. Exactly one of `token` (from the mail) and `invitation_id` (own verified address). */
export const acceptInvitation = defineRoute<typeof schema.acceptInvitation>()(
  'POST',
  '/api/invitation/accept',
)
