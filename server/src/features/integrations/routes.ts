import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyRequest } from 'fastify'
import { signedIn, verified } from '#features/accounts'
import type { On } from '#platform/http/mount.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { confirmedMember, member } from './guards.ts'
import * as closing from './deletion.ts'
import * as service from './service.ts'

/**
 * An update with an empty key has the path of a create, except for the trailing slash: never create a
 * workspace for it.
 */
function requirePublicKey({ raw }: FastifyRequest) {
  if (raw.url?.split('?')[0]?.endsWith('/')) {
    throw validationError('public_key', 'public_key_required')
  }
}

const activateLimit = { name: 'activate', points: 60, per_s: 60 }

export function integrationRoutes(on: On) {
  on(contract.getUser, schemas.getUser, signedIn, service.getUser)
  on(contract.listIntegrations, schemas.listIntegrations, verified, service.listIntegrations)
  on(contract.createIntegration, schemas.createIntegration, verified, service.createIntegration, {
    checkAddress: requirePublicKey,
  })
  on(contract.getIntegration, schemas.getIntegration, member('workspace.see'), service.getIntegration)
  on(
    contract.updateIntegration,
    schemas.updateIntegration,
    member('settings.manage'),
    service.updateIntegration,
  )
  on(
    contract.deleteIntegration,
    schemas.deleteIntegration,
    confirmedMember('workspace.delete', { isForClosed: true }),
    closing.scheduleDeletion,
  )
  on(
    contract.restoreIntegration,
    schemas.restoreIntegration,
    member('workspace.delete', { isForClosed: true }),
    closing.restoreIntegration,
  )
  on(contract.activateIntegration, schemas.activateIntegration, verified, service.activateIntegration, {
    limits: [{ limit: activateLimit }],
  })
  on(
    contract.requireTwoFactor,
    schemas.requireTwoFactor,
    confirmedMember('team.manage'),
    service.requireTwoFactor,
  )
  on(
    contract.saveOnboardingStep,
    schemas.saveOnboardingStep,
    member('settings.manage'),
    service.saveOnboardingStep,
  )
  on(
    contract.completeOnboarding,
    schemas.completeOnboarding,
    member('settings.manage'),
    service.completeOnboarding,
  )
  on(contract.dismissSetup, schemas.dismissSetup, member('settings.manage'), service.dismissSetup)
}
