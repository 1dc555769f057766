import { chooseLogo, importWebsiteIcon, uploadLogo } from '@ozvi/contract'
import { refusal } from '@ozvi/wire'
import { address } from '@ozvi/wire/address'
import { call, send } from '#platform/calls/api-client.ts'
import { refetchIntegrations } from './data.ts'

export async function uploadWorkspaceLogo(integration_id: string, file: File) {
  const form = new FormData()
  form.set('file', file)
  const reply = await send(uploadLogo.method, address(uploadLogo.path, { integration_id }).url, form)
  if (reply.status >= 400) throw refusal(reply)
  await refetchIntegrations()
}
/** A previous logo, or none. */
export async function applyLogo(integration_id: string, logo_id: string | null) {
  await call(chooseLogo, { integration_id, logo_id })
  await refetchIntegrations()
}
export async function importWebsiteLogo(integration_id: string) {
  await call(importWebsiteIcon, { integration_id })
  await refetchIntegrations()
}
