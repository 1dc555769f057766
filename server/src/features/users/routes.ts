import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { anyone, verified } from '#features/accounts'
import { confirmedMember, member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import * as profile from './profile.ts'
import { acceptInvitation } from './joining.ts'
import { getOffboarding, getOwnOffboarding } from './offboarding.ts'
import * as invitations from './invitations.ts'
import * as service from './service.ts'

const inviteLimit: Limit = { name: 'invite', points: 20, per_s: 60 * 60, is_shared: true }
const pictureLimit = { name: 'avatar', points: 20, per_s: 60 * 60 }
const tokenLimit: Limit = { name: 'invitation-token', points: 30, per_s: 15 * 60, is_shared: true }

export function userRoutes(on: On) {
  on(contract.listUsers, schemas.listUsers, member('workspace.see'), service.listUsers)
  on(contract.changeRole, schemas.changeRole, member('team.manage'), service.changeRole)
  on(contract.updateMember, schemas.updateMember, member('team.manage'), service.updateMember)
  on(contract.getOwnMember, schemas.getOwnMember, member('workspace.see'), service.getOwnMember)
  on(
    contract.updateOwnWorkSettings,
    schemas.updateOwnWorkSettings,
    member('workspace.see'),
    service.updateOwnWorkSettings,
  )
  on(contract.setAvailability, schemas.setAvailability, member('workspace.see'), service.setAvailability)
  on(contract.getOffboarding, schemas.getOffboarding, member('team.manage'), getOffboarding)
  on(contract.getOwnOffboarding, schemas.getOwnOffboarding, member('workspace.see'), getOwnOffboarding)
  on(contract.removeMember, schemas.removeMember, member('team.manage'), service.removeMember)
  on(
    contract.resetTwoFactor,
    schemas.resetTwoFactor,
    confirmedMember('members.reset'),
    service.resetTwoFactor,
  )
  on(
    contract.leaveTeam,
    schemas.leaveTeam,
    member('workspace.see', { isForLeaving: true }),
    service.leaveTeam,
  )
  on(contract.inviteUser, schemas.inviteUser, member('team.manage'), invitations.inviteUser, {
    limits: [{ limit: inviteLimit }],
  })
  on(
    contract.resendInvitation,
    schemas.resendInvitation,
    member('team.manage'),
    invitations.resendInvitation,
    {
      limits: [{ limit: inviteLimit }],
    },
  )
  on(contract.revokeInvitation, schemas.revokeInvitation, member('team.manage'), invitations.revokeInvitation)
  on(contract.updateProfile, schemas.updateProfile, verified, profile.updateProfile)
  on.upload(contract.uploadAvatar, schemas.uploadAvatar, verified, profile.uploadAvatar, {
    bytes_max: contract.avatarBytesMax,
    limits: [{ limit: pictureLimit }],
  })
  on(contract.removeAvatar, schemas.removeAvatar, verified, profile.removeAvatar)
  on(
    contract.listReceivedInvitations,
    schemas.listReceivedInvitations,
    verified,
    invitations.listReceivedInvitations,
  )
  on(contract.showInvitation, schemas.showInvitation, anyone, invitations.showInvitation, {
    limits: [{ limit: tokenLimit }],
  })
  on(contract.acceptInvitation, schemas.acceptInvitation, verified, acceptInvitation, {
    limits: [{ limit: tokenLimit }],
  })
}
