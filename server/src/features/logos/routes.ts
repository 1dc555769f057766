import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { chooseLogo, importWebsiteIcon, uploadLogo } from './service.ts'

const limit = { name: 'logo', points: 20, per_s: 60 * 60 }
const manage = member('settings.manage')

export function logoRoutes(on: On) {
  on.upload(contract.uploadLogo, schemas.uploadLogo, manage, uploadLogo, {
    bytes_max: contract.logoBytesMax,
    limits: [{ limit }],
  })
  on(contract.chooseLogo, schemas.chooseLogo, manage, chooseLogo)
  // Doesn't keep its slot, because the website can take long to respond.
  on(contract.importWebsiteIcon, schemas.importWebsiteIcon, manage, importWebsiteIcon, {
    limits: [{ limit }],
    slot: 'brief',
  })
}
