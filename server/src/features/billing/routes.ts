import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as checkout from './checkout.ts'
import { updateBillingDetails } from './details.ts'
import * as planChange from './plan-change.ts'
import * as service from './service.ts'

export function billingRoutes(on: On) {
  const manage = member('billing.manage')
  on(contract.getWorkspacePlan, schemas.getWorkspacePlan, member('workspace.see'), service.getWorkspacePlan)
  on(contract.getUsage, schemas.getUsage, manage, service.getUsage)
  on(contract.getBilling, schemas.getBilling, manage, service.getBilling)
  on(contract.updateBillingDetails, schemas.updateBillingDetails, manage, updateBillingDetails)
  on(contract.setConversationCap, schemas.setConversationCap, manage, planChange.setConversationCap)
  on(contract.startCheckout, schemas.startCheckout, manage, checkout.startCheckout)
  on(contract.openBillingPortal, schemas.openBillingPortal, manage, checkout.openBillingPortal)
  on(contract.changePlan, schemas.changePlan, manage, planChange.changePlan)
  on(contract.cancelPlan, schemas.cancelPlan, manage, planChange.cancelPlan)
  on(contract.resumePlan, schemas.resumePlan, manage, planChange.resumePlan)
  on(contract.listInvoices, schemas.listInvoices, manage, checkout.listInvoices)
}
