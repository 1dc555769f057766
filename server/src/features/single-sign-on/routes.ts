import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { anyone } from '#features/accounts'
import { confirmedMember, member } from '#features/integrations'
import type { MountOptions, On } from '#platform/http/mount.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import * as domains from './domains.ts'
import * as service from './service.ts'
import * as signIn from './sign-in.ts'

const minute_s = 60
/** Per network. */
const findLimit: Limit = { name: 'sso-find', points: 60, per_s: minute_s }
const signInLimit: Limit = { name: 'sso-sign-in', points: 60, per_s: 15 * minute_s, is_shared: true }

const manage = member('team.manage')
const sensitive = confirmedMember('team.manage')
/** For requests that wait for the provider. */
const limited: MountOptions = { limits: [{ limit: signInLimit }], slot: 'brief' }

export function singleSignOnRoutes(on: On) {
  on(contract.getSingleSignOn, schemas.getSingleSignOn, manage, service.getSingleSignOn)
  on(contract.updateSingleSignOn, schemas.updateSingleSignOn, sensitive, service.updateSingleSignOn)
  on(contract.testSingleSignOn, schemas.testSingleSignOn, manage, service.testSingleSignOn, { slot: 'brief' })
  on(contract.addSsoDomain, schemas.addSsoDomain, sensitive, domains.addSsoDomain)
  on(contract.verifySsoDomain, schemas.verifySsoDomain, manage, domains.verifySsoDomain, { slot: 'brief' })
  on(contract.removeSsoDomain, schemas.removeSsoDomain, sensitive, domains.removeSsoDomain)
  on(contract.findSingleSignOn, schemas.findSingleSignOn, anyone, signIn.findSingleSignOn, {
    limits: [{ limit: findLimit }],
    slot: 'entrance',
  })
  on(contract.startSingleSignOn, schemas.startSingleSignOn, anyone, signIn.startSingleSignOn, limited)
  on(contract.finishSingleSignOn, schemas.finishSingleSignOn, anyone, signIn.finishSingleSignOn, limited)
  on(contract.linkSingleSignOn, schemas.linkSingleSignOn, anyone, signIn.linkSingleSignOn, {
    limits: [{ limit: signInLimit }],
    slot: 'entrance',
  })
}
