import * as contract from '@ozvi/contract'
import { anyone, verified } from '#features/accounts'
import { confirmedMember, member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as profile from './profile.ts'
import { getOffboarding, getOwnOffboarding } from './offboarding.ts'
import * as service from './service.ts'

const inviteLimit = { name: 'invite', points: 20, per_s: 60 * 60 }
const pictureLimit = { name: 'avatar', points: 20, per_s: 60 * 60 }
const tokenLimit = { name: 'invitation-token', points: 30, per_s: 15 * 60 }

export function userRoutes(on: On) {
  on(contract.listUsers, member('workspace.see'), service.listUsers)
  on(contract.changeRole, member('team.manage'), service.changeRole)
  on(contract.updateMember, member('team.manage'), service.updateMember)
  on(contract.getOwnMember, member('workspace.see'), service.getOwnMember)
  on(contract.updateOwnWorkSettings, member('workspace.see'), service.updateOwnWorkSettings)
  on(contract.setAvailability, member('workspace.see'), service.setAvailability)
  on(contract.getOffboarding, member('team.manage'), getOffboarding)
  on(contract.getOwnOffboarding, member('workspace.see'), getOwnOffboarding)
  on(contract.removeMember, member('team.manage'), service.removeMember)
  on(contract.resetTwoFactor, confirmedMember('members.reset'), service.resetTwoFactor)
  on(contract.leaveTeam, member('workspace.see'), service.leaveTeam)
  on(contract.inviteUser, member('team.manage'), service.inviteUser, { limits: [{ limit: inviteLimit }] })
  on(contract.resendInvitation, member('team.manage'), service.resendInvitation, {
    limits: [{ limit: inviteLimit }],
  })
  on(contract.revokeInvitation, member('team.manage'), service.revokeInvitation)
  on(contract.updateProfile, verified, profile.updateProfile)
  on.upload(contract.uploadAvatar, verified, { bytes_max: contract.avatarBytesMax }, profile.uploadAvatar, {
    limits: [{ limit: pictureLimit }],
  })
  on(contract.removeAvatar, verified, profile.removeAvatar)
  on(contract.listReceivedInvitations, verified, service.listReceivedInvitations)
  on(contract.showInvitation, anyone, service.showInvitation, { limits: [{ limit: tokenLimit }] })
  on(contract.acceptInvitation, verified, service.acceptInvitation, { limits: [{ limit: tokenLimit }] })
}
