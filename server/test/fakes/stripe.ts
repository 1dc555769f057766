import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody, sendPage } from './page.ts'
import { type Fields, listOf, parseForm, text } from './stripe-form.ts'
import { ApiError, type StripeObject, stripeObjects } from './stripe-objects.ts'
import { stripePages } from './stripe-pages.ts'
import { stripeSubscriptions } from './stripe-subscriptions.ts'
import { StripeTypes } from './stripe-types.ts'

export type { StripeObject } from './stripe-objects.ts'

/** Stripe adds parts of an address that weren’t sent. */
const customerOf = (fields: Fields) => ({
  ...fields,
  ...(fields['address'] ? { address: { state: null, ...(fields['address'] as Fields) } } : {}),
})

/** A call with `:id` in place of the object's id. */
function callOf(method: string, path: string): string {
  const parts = path.split('/').slice(2)
  const isNested = parts[0] === 'checkout' || parts[0] === 'billing_portal'
  const [resource = '', key = '', part = ''] = isNested
    ? [parts.slice(0, 2).join('/'), ...parts.slice(2)]
    : parts
  return `${method} ${resource}${key ? '/:id' : ''}${part ? `/${part}` : ''}`
}

/**
 * A server with the part of Stripe's API that billing uses: objects, proration, schedules, events and their
 * signatures. Payments succeed unless `declines` is set; responses to the call `loses`, such as
 * `POST subscriptions/:id`, are lost; tax IDs are accepted unless `rejects_tax_ids` is set; `renew` ends the period of a subscription. Events are sent to `webhook_url`,
 * once.
 */
export async function fakeStripe({ now = Date.now, webhook_secret = 'whsec_12345678' } = {}) {
  const objects = stripeObjects(now)
  const { events, seconds, id, lastNumber, emit, add, get, remove, all, list } = objects
  const types = new StripeTypes()
  const repeated = new Map<string, StripeObject>()
  const deleted = new Set<string>()
  const requests: { method: string; path: string; authorization: string | undefined }[] = []
  const account = {
    url: '',
    state: { declines: false, is_down: false, loses: '', rejects_tax_ids: false, webhook_url: '' },
  }
  const subscriptions = stripeSubscriptions(objects, account)
  const pages = stripePages(objects, account, subscriptions)
  const { updateSubscription, createSchedule, updateSchedule, releaseSchedule } = subscriptions
  const { linesOf, expire, cancel, expanded, pay, renew, settle } = subscriptions

  function answer(method: string, path: string, fields: Fields): unknown {
    const [, key = '', , subkey = ''] = path.split('/').slice(2)
    const call = callOf(method, path)
    switch (call) {
      case 'POST checkout/sessions': {
        const session = add({
          id: id('cs_test'),
          object: 'checkout.session',
          customer: get(fields['customer']).id,
          mode: fields['mode'],
          client_reference_id: fields['client_reference_id'],
          locale: fields['locale'],
          status: 'open',
          success_url: fields['success_url'],
          cancel_url: fields['cancel_url'],
          expires_at: seconds() + 24 * 60 * 60,
          url: `${account.url}/checkout/${lastNumber()}`,
        } as StripeObject)
        linesOf.set(session.id, listOf(fields['line_items']) as Fields[])
        return session
      }
      case 'GET checkout/sessions':
        return list(
          path,
          all('checkout.session').filter(
            (each) => each['customer'] === fields['customer'] && each['status'] === fields['status'],
          ),
        )
      case 'GET checkout/sessions/:id':
        return get(path.split('/')[4])
      case 'POST checkout/sessions/:id/expire':
        return expire(get(path.split('/')[4]))
      case 'POST billing_portal/sessions':
        return add({
          id: id('bps'),
          object: 'billing_portal.session',
          customer: get(fields['customer']).id,
          return_url: fields['return_url'],
          url: `${account.url}/portal/${text(fields['customer'])}`,
        } as StripeObject)
      case 'POST customers':
        return add({ ...customerOf(fields), id: id('cus'), object: 'customer' })
      case 'GET customers/:id':
        return deleted.has(key) ? { id: key, object: 'customer', deleted: true } : get(key)
      case 'POST customers/:id':
        return Object.assign(get(key), customerOf(fields))
      case 'GET customers/:id/tax_ids':
        return list(
          path,
          all('tax_id').filter((each) => each['customer'] === get(key).id),
        )
      case 'POST customers/:id/tax_ids':
        if (account.state.rejects_tax_ids)
          throw new ApiError(400, 'invalid_request_error', 'Invalid value for eu_vat.', 'tax_id_invalid')
        return add({ ...fields, id: id('txi'), object: 'tax_id', customer: get(key).id })
      case 'DELETE customers/:id/tax_ids':
        remove(subkey)
        return { id: subkey, object: 'tax_id', deleted: true }
      case 'GET prices': {
        const keys = listOf(fields['lookup_keys'])
        return list(
          path,
          all('price').filter((each) => keys.includes(each['lookup_key'] as string)),
        )
      }
      case 'GET prices/:id':
        return get(key)
      case 'POST prices':
        return add({
          id: id('price'),
          object: 'price',
          active: true,
          currency: fields['currency'],
          product: id('prod'),
          unit_amount: Number(fields['unit_amount']),
          unit_amount_decimal: fields['unit_amount'],
          lookup_key: fields['lookup_key'],
          recurring: {
            interval: (fields['recurring'] as Fields)['interval'],
            interval_count: 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
          metadata: fields['metadata'] ?? {},
        } as StripeObject)
      case 'GET subscriptions': {
        const { id: customer } = get(fields['customer'])
        const own = all('subscription').filter((each) => each['customer'] === customer)
        return list(
          path,
          own.map((each) => expanded(each, fields)),
        )
      }
      case 'GET subscriptions/:id':
        return expanded(get(key), fields)
      case 'POST subscriptions/:id':
        return updateSubscription(get(key), fields)
      case 'DELETE subscriptions/:id':
        return cancel(get(key))
      case 'POST subscription_schedules':
        return createSchedule(fields)
      case 'POST subscription_schedules/:id':
        return updateSchedule(get(key), fields)
      case 'POST subscription_schedules/:id/release':
        return releaseSchedule(get(key))
      case 'GET invoices':
        return list(
          path,
          all('invoice')
            .filter((each) => each['customer'] === fields['customer'])
            .toReversed(),
        )
      case 'POST invoiceitems':
        return add({
          ...fields,
          id: id('ii'),
          object: 'invoiceitem',
          customer: get(fields['customer']).id,
          amount: Number(fields['amount']),
          period: { start: seconds(), end: seconds() },
        })
      default:
        throw new ApiError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
    }
  }

  /** As with Stripe, the customer's subscriptions end immediately. */
  function deleteCustomer(key: string): void {
    const customer = get(key)
    for (const each of all('subscription'))
      if (each['customer'] === key && each['status'] !== 'canceled') cancel(each)
    remove(key)
    deleted.add(key)
    emit('customer.deleted', customer)
  }

  /** Header `Stripe-Signature` of a webhook's body. */
  function sign(payload: string, { at_s = seconds(), secret = webhook_secret } = {}): string {
    const signature = createHmac('sha256', secret).update(`${at_s}.${payload}`).digest('hex')
    return `t=${at_s},v1=${signature}`
  }
  let delivered = 0
  /** Sends the new events to `webhook_url`. Lost if the server doesn't answer: Stripe would try again. */
  async function deliver(): Promise<void> {
    const { webhook_url } = account.state
    while (webhook_url && delivered < events.length) {
      const body = JSON.stringify(events[delivered++])
      const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) }
      await fetch(webhook_url, { method: 'POST', headers, body }).catch(() => undefined)
    }
  }

  async function handle(request: IncomingMessage, reply: ServerResponse) {
    const form = await readBody(request)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const method = request.method ?? 'GET'
    const { authorization } = request.headers
    requests.push({ method, path: url.pathname, authorization })
    const call = callOf(method, url.pathname)
    const send = (status: number, body: object) => {
      if (account.state.loses === call) return request.socket.destroy()
      return reply
        .writeHead(status, { 'content-type': 'application/json', 'request-id': id('req') })
        .end(JSON.stringify(body))
    }
    const page = pages(url.pathname, form)
    if (page) {
      await deliver()
      return sendPage(reply, page)
    }
    if (account.state.is_down) return void send(503, { error: { type: 'api_error', message: 'Down.' } })
    if (!/^Bearer (sk|rk)_/.test(authorization ?? ''))
      return void send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key.' } })
    const repeatKey = request.headers['idempotency-key']
    const known = typeof repeatKey === 'string' ? repeated.get(repeatKey) : undefined
    if (known) return void send(200, known)
    try {
      // As in Stripe's API, the answer is an object.
      const fields = parseForm(form || url.search.slice(1))
      const body = answer(method, url.pathname, fields) as StripeObject
      types.addCall(call, fields, body)
      if (method === 'POST' && typeof repeatKey === 'string') repeated.set(repeatKey, body)
      send(200, body)
      await deliver()
    } catch (error) {
      if (error instanceof ApiError) send(error.status, error.body)
      else send(500, { error: { type: 'api_error', message: String(error) } })
    }
  }

  const server = createServer((request, reply) => void handle(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  account.url = `http://127.0.0.1:${port}`
  return {
    url: account.url,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_12345678',
      STRIPE_WEBHOOK_SECRET: webhook_secret,
      STRIPE_API_URL: account.url,
      EGRESS_ALLOW: `127.0.0.1:${port}`,
    },
    state: account.state,
    events,
    requests,
    /** Compares requests, answers and events with the types of Stripe’s library. @throws Error that lists differences */
    assertDescribed() {
      for (const event of events) types.addEvent(event)
      return types.assertDescribed()
    },
    all,
    get,
    deleteCustomer,
    pay,
    renew,
    settle,
    sign,
    deliver,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
