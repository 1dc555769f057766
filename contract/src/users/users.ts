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
 * Lists members and pending invitations of the key's workspace. With a session: of the active workspace, or
 * the one in `X-Integration-Id`.
 */
export const listUsers = defineRoute<typeof schema.listUsers>()('GET', '/api/integration/users')
/** Members, roles or invitations have changed. Clients reload them. */
export const teamChanged = defineEvent<typeof schema.teamChanged>()('TeamChanged', workspaceChannel)
/**
 * Changes a member's role. Only the owner can transfer ownership, and then becomes an admin.
 * @throws Problem `forbidden`: an admin tries to transfer ownership, or the caller doesn't have every right of the
 * role before and after; `not_found`: no such member or custom role; `confirm_identity`: ownership is
 * transferred without a recent confirmation; `invalid_input` on `role`: the owner's role can't change, or the custom
 * role is based on another one; on `reassign_to`: not a member, or one who can't reply
 */
export const changeRole = defineRoute<typeof schema.changeRole>()(
  'PUT',
  '/api/integration/:integration_id/member/:user_id',
)
/** Updates a member's working hours and access to conversations. */
export const updateMember = defineRoute<typeof schema.updateMember>()(
  'PUT',
  '/api/integration/:integration_id/member/:user_id/work-settings',
)
/** Returns the caller's membership in a workspace. */
export const getOwnMember = defineRoute<typeof schema.getOwnMember>()(
  'GET',
  '/api/integration/:integration_id/member',
)
/** Updates the caller's working hours and public name. Their capacity is set by those who manage the team. */
export const updateOwnWorkSettings = defineRoute<typeof schema.updateOwnWorkSettings>()(
  'PUT',
  '/api/integration/:integration_id/member',
)
export const getOffboarding = defineRoute<typeof schema.getOffboarding>()(
  'GET',
  '/api/integration/:integration_id/member/:user_id/offboarding',
)
/** Returns what would be left behind if the caller left the workspace. */
export const getOwnOffboarding = defineRoute<typeof schema.getOwnOffboarding>()(
  'GET',
  '/api/integration/:integration_id/member/offboarding',
)
/**
 * Removes a member from the workspace immediately, on all devices.
 * @throws Problem `invalid_input` on `user_id`: the owner can't be removed; on `reassign_to`: not a member,
 * or one who can't reply
 */
export const removeMember = defineRoute<typeof schema.removeMember>()(
  'DELETE',
  '/api/integration/:integration_id/member/:user_id',
)
/**
 * Removes the caller from the workspace, also if it requires single sign-on and the session hasn't passed it. Fails for
 * the same reasons as `removeMember`.
 */
export const leaveTeam = defineRoute<typeof schema.leaveTeam>()(
  'DELETE',
  '/api/integration/:integration_id/member',
)
/**
 * Invites someone by email.
 * @throws Problem `forbidden`: the caller doesn't have every right of the role; `not_found`: no such custom role;
 * `invalid_input` on `email`: already a member, or already invited; on `role`: the custom role is based on another
 * one; on `team_ids`: no such team here
 */
export const inviteUser = defineRoute<typeof schema.inviteUser>()('PUT', '/api/integration/user-invite')
export const resendInvitation = defineRoute<typeof schema.resendInvitation>()(
  'POST',
  '/api/integration/:integration_id/invitation/:invitation_id/resend',
)
export const revokeInvitation = defineRoute<typeof schema.revokeInvitation>()(
  'DELETE',
  '/api/integration/:integration_id/invitation/:invitation_id',
)
/** Lists pending invitations to the caller's verified address. */
export const listReceivedInvitations = defineRoute<typeof schema.listReceivedInvitations>()(
  'GET',
  '/api/invitations',
)
/** Returns what an invitation link offers. Needs no session, because the token is the proof. */
export const showInvitation = defineRoute<typeof schema.showInvitation>()('POST', '/api/invitation/show')
/**
 * Joins a workspace. Takes exactly one of `token`, from the email, and `invitation_id`, for the caller's
 * verified address.
 */
export const acceptInvitation = defineRoute<typeof schema.acceptInvitation>()(
  'POST',
  '/api/invitation/accept',
)
