import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { chooseLogo, importWebsiteIcon, uploadLogo } from './service.ts'

const limit = { name: 'logo', points: 20, per_s: 60 * 60 }
const manage = member('settings.manage')

export function logoRoutes(on: On) {
  on.upload(contract.uploadLogo, manage, { bytes_max: contract.logoBytesMax }, uploadLogo, {
    limits: [{ limit }],
  })
  on(contract.chooseLogo, manage, chooseLogo)
  // Its slot would be occupied as long as the website takes to respond.
  on(contract.importWebsiteIcon, manage, importWebsiteIcon, { limits: [{ limit }], turn: 'brief' })
}
