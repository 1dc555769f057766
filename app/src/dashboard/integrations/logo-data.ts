import { chooseLogo, takeWebsiteIcon, uploadLogo } from '@ozvi/contract'
import { refusal } from '@ozvi/wire'
import { address } from '@ozvi/wire/address'
import { call, send } from '#platform/calls/wire.ts'
import { refresh } from './data.ts'

export async function uploadWorkspaceLogo(integration_id: string, file: File) {
  const form = new FormData()
  form.set('file', file)
  const reply = await send(uploadLogo.method, address(uploadLogo.path, { integration_id }).url, form)
  if (reply.status >= 400) throw refusal(reply)
  await refresh()
}
/** A previous logo, or none. */
export async function showLogo(integration_id: string, logo_id: string | null) {
  await call(chooseLogo, { integration_id, logo_id })
  await refresh()
}
export async function takeWebsiteLogo(integration_id: string) {
  await call(takeWebsiteIcon, { integration_id })
  await refresh()
}
