import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { confirmedMember, member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function webhookRoutes(on: On) {
  const see = member('settings.manage')
  const manage = confirmedMember('settings.manage')
  on(contract.listWebhooks, schemas.listWebhooks, see, service.listWebhooks)
  on(contract.createWebhook, schemas.createWebhook, manage, service.createWebhook)
  on(contract.updateWebhook, schemas.updateWebhook, manage, service.updateWebhook)
  on(contract.deleteWebhook, schemas.deleteWebhook, manage, service.deleteWebhook)
  on(contract.renewWebhookSecret, schemas.renewWebhookSecret, manage, service.renewWebhookSecret)
  // It waits for the receiver.
  on(contract.testWebhook, schemas.testWebhook, see, service.testWebhook, { slot: 'brief' })
  on(contract.listWebhookDeliveries, schemas.listWebhookDeliveries, see, service.listWebhookDeliveries)
  on(contract.replayWebhookDelivery, schemas.replayWebhookDelivery, see, service.replayWebhookDelivery)
}
