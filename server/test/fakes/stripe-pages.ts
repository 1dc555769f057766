import { button, escapeHtml, htmlPage, link, type PageReply } from './page.ts'
import type { StripeObject, StripeObjects } from './stripe-objects.ts'
import type { stripeSubscriptions } from './stripe-subscriptions.ts'

type Subscriptions = ReturnType<typeof stripeSubscriptions>

/** The pages that Stripe hosts: of a checkout, and of the portal, which also lets time pass. */
export function stripePages(
  { all }: StripeObjects,
  account: { url: string; state: { declines: boolean } },
  { pay, renew, settle, cancel }: Subscriptions,
) {
  function checkout(url: string, act: string | null): PageReply {
    const session = all('checkout.session').find((each) => each['url'] === url && each['status'] === 'open')
    if (!session) return htmlPage('Checkout', '<p>This checkout is closed.</p>')
    if (act === 'pay' && !account.state.declines) {
      pay(url)
      return { location: String(session['success_url']) }
    }
    const problem = act === 'pay' ? '<p>Your card was declined.</p>' : ''
    return htmlPage('Checkout', problem + button('pay', 'Pay') + link(String(session['cancel_url']), 'Back'))
  }

  const acts: Record<string, (subscription: StripeObject) => unknown> = {
    renew: ({ id }) => renew(id),
    settle: ({ id }) => settle(id),
    cancel,
    decline: () => (account.state.declines = true),
    accept: () => (account.state.declines = false),
  }
  function portal(url: string, act: string | null): PageReply {
    const session = all('billing_portal.session').findLast((each) => each['url'] === url)
    if (!session) return htmlPage('Portal', '<p>There is no such customer.</p>')
    const subscription = all('subscription').findLast((each) => each['customer'] === session['customer'])
    if (!subscription)
      return htmlPage('Portal', `<p>No subscription.</p>${link(String(session['return_url']), 'Back')}`)
    if (act !== null) acts[act]?.(subscription)
    const status = `<p>${escapeHtml(`${subscription.id}: ${String(subscription['status'])}`)}</p>`
    const { declines } = account.state
    return htmlPage(
      'Portal',
      status +
        button('renew', 'End the period') +
        button('settle', 'Pay the open invoice') +
        button('cancel', 'Cancel immediately') +
        (declines ? button('accept', 'Accept payments') : button('decline', 'Decline payments')) +
        link(String(session['return_url']), 'Back'),
    )
  }

  /** @returns undefined for an address of the API */
  return (path: string, form: string): PageReply | undefined => {
    const act = new URLSearchParams(form).get('act')
    if (path.startsWith('/checkout/')) return checkout(account.url + path, act)
    if (path.startsWith('/portal/')) return portal(account.url + path, act)
    return undefined
  }
}
