import { chooseLogo, importWebsiteIcon, uploadLogo } from '@ozvi/contract'
import { call } from '#platform/calls/api-client.ts'
import { sendForm } from '#platform/calls/send-form.ts'
import { refetchIntegrations } from './data.ts'

export async function uploadWorkspaceLogo(integration_id: string, file: File) {
  await sendForm(uploadLogo, { integration_id }, { file })
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
