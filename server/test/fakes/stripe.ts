import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fields = { [name: string]: Value }
type Value = string | Fields | Value[]
export interface StripeObject {
  id: string
  object: string
  [name: string]: unknown
}
const day_s = 86_400

/** Stripe's form encoding: `items[0][price]=price_1`. */
function parseForm(text: string): Fields {
  const root: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = root
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Fields
    const last = path.at(-1) ?? ''
    if (name.endsWith('[]')) at[last] = [...((at[last] as Value[] | undefined) ?? []), value]
    else at[last] = value
  }
  return root
}
const listOf = (value: Value | undefined): Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : Object.values(value as Fields)
const text = (value: Value | undefined, fallback = '') => (typeof value === 'string' ? value : fallback)

class ApiError extends Error {
  status: number
  body: object
  constructor(status: number, type: string, message: string, code?: string) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...(code ? { code } : {}) } }
  }
}

/**
 * A server with the part of Stripe's API that billing uses: objects, proration, schedules, events and their
 * signatures. Payments succeed unless `declines` is set; `advance` lets time pass for a subscription.
 */
export async function fakeStripe({ now = Date.now, webhook_secret = 'whsec_12345678' } = {}) {
  const objects = new Map<string, StripeObject>()
  const repeated = new Map<string, StripeObject>()
  const events: StripeObject[] = []
  const requests: { method: string; path: string; authorization: string | undefined }[] = []
  let serial = 0
  const seconds = () => Math.floor(now() / 1000)
  const id = (prefix: string) => `${prefix}_${++serial}${randomBytes(6).toString('hex')}`
  const emit = (type: string, object: StripeObject) => {
    const event: StripeObject = {
      id: id('evt'),
      object: 'event',
      api_version: '2026-10-28',
      created: seconds(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: structuredClone(object) },
    }
    events.push(event)
    return event
  }
  const add = <T extends StripeObject>(object: T): T => {
    objects.set(object.id, object)
    return object
  }
  const get = (key: unknown): StripeObject => {
    const found = objects.get(String(key))
    if (!found)
      throw new ApiError(404, 'invalid_request_error', `No such object: ${String(key)}`, 'resource_missing')
    return found
  }
  const all = (object: string) => [...objects.values()].filter((each) => each.object === object)
  const list = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data })

  const state = { declines: false, is_down: false }

  function invoice(subscription: StripeObject, total: number, reason: string): StripeObject {
    const isPaid = !state.declines
    const created = add({
      id: id('in'),
      object: 'invoice',
      number: `OZVI-${String(all('invoice').length + 1).padStart(4, '0')}`,
      customer: subscription['customer'],
      billing_reason: reason,
      created: seconds(),
      currency: 'eur',
      total,
      amount_due: total,
      amount_paid: isPaid ? total : 0,
      status: isPaid ? 'paid' : 'open',
      hosted_invoice_url: `${stripe.url}/invoice/${serial}`,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    })
    subscription['latest_invoice'] = created.id
    emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', created)
    return created
  }
  const itemsOf = (subscription: StripeObject) => (subscription['items'] as { data: StripeObject[] }).data
  const amountOf = (items: readonly StripeObject[]) =>
    items.reduce(
      (sum, item) => sum + Number((item['price'] as StripeObject)['unit_amount']) * Number(item['quantity']),
      0,
    )
  const periodEnd = (start_s: number, interval: unknown) => {
    const date = new Date(start_s * 1000)
    if (interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1)
    else date.setUTCMonth(date.getUTCMonth() + 1)
    return Math.floor(date.getTime() / 1000)
  }
  const newItem = (
    price_id: Value | undefined,
    quantity: Value | undefined,
    start_s: number,
    end_s?: number,
  ) => {
    const price = get(text(price_id))
    const interval = (price['recurring'] as Fields)['interval']
    return {
      id: id('si'),
      object: 'subscription_item',
      price,
      quantity: Number(text(quantity, '1')),
      current_period_start: start_s,
      current_period_end: end_s ?? periodEnd(start_s, interval),
    } as StripeObject
  }
  function subscribe(customer: unknown, lines: { price: Value | undefined; quantity: Value | undefined }[]) {
    const subscription = add({
      id: id('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      cancel_at_period_end: false,
      canceled_at: null,
      created: seconds(),
      schedule: null,
      latest_invoice: null,
      items: list(
        '/v1/subscription_items',
        lines.map(({ price, quantity }) => newItem(price, quantity, seconds())),
      ),
    } as StripeObject)
    invoice(subscription, amountOf(itemsOf(subscription)), 'subscription_create')
    emit('customer.subscription.created', subscription)
    return subscription
  }

  function updateSubscription(subscription: StripeObject, fields: Fields) {
    if (subscription['status'] === 'canceled')
      throw new ApiError(
        400,
        'invalid_request_error',
        'A canceled subscription can only update its metadata.',
      )
    if (subscription['schedule'] && (fields['items'] || fields['cancel_at_period_end']))
      throw new ApiError(
        400,
        'invalid_request_error',
        'The subscription is managed by the subscription schedule',
      )
    if (fields['items']) {
      const before = itemsOf(subscription)
      const start = before[0]?.['current_period_start'] as number
      const end = before[0]?.['current_period_end'] as number
      let next = [...before]
      for (const each of listOf(fields['items']) as Fields[]) {
        const old = next.find((item) => item.id === each['id'])
        next = next.filter((item) => item !== old)
        if (each['deleted'] === 'true') continue
        const intervalOf = (price: unknown) =>
          ((price as StripeObject | undefined)?.['recurring'] as Fields | undefined)?.['interval']
        const interval = intervalOf((old ?? before[0])?.['price'])
        const isSameInterval = interval !== undefined && interval === intervalOf(get(text(each['price'])))
        const item = isSameInterval
          ? newItem(each['price'], each['quantity'], start, end)
          : newItem(each['price'], each['quantity'], seconds())
        next.push(old ? { ...item, id: old.id } : item)
      }
      const part = Math.max(0, (end - seconds()) / (end - start))
      const total = Math.round((amountOf(next) - amountOf(before)) * part)
      if (fields['payment_behavior'] === 'error_if_incomplete' && state.declines)
        throw new ApiError(402, 'card_error', 'Your card was declined.', 'card_declined')
      subscription['items'] = list('/v1/subscription_items', next)
      if (fields['proration_behavior'] === 'always_invoice')
        invoice(subscription, total, 'subscription_update')
    }
    if (fields['cancel_at_period_end'])
      subscription['cancel_at_period_end'] = fields['cancel_at_period_end'] === 'true'
    emit('customer.subscription.updated', subscription)
    return subscription
  }

  const phase = (start: number, end: number, items: { price: unknown; quantity: unknown }[]) => ({
    start_date: start,
    end_date: end,
    items,
  })
  function createSchedule(fields: Fields) {
    const subscription = get(fields['from_subscription'])
    if (subscription['schedule'])
      throw new ApiError(400, 'invalid_request_error', 'There is a schedule already.')
    const items = itemsOf(subscription)
    const [first] = items
    const schedule = add({
      id: id('sub_sched'),
      object: 'subscription_schedule',
      status: 'active',
      customer: subscription['customer'],
      subscription: subscription.id,
      end_behavior: 'release',
      phases: [
        phase(
          first?.['current_period_start'] as number,
          first?.['current_period_end'] as number,
          items.map(({ price, quantity }) => ({ price: (price as StripeObject).id, quantity })),
        ),
      ],
    } as StripeObject)
    subscription['schedule'] = schedule.id
    emit('customer.subscription.updated', subscription)
    return schedule
  }
  function updateSchedule(schedule: StripeObject, fields: Fields) {
    let start = 0
    schedule['phases'] = (listOf(fields['phases']) as Fields[]).map((each) => {
      const from = each['start_date'] ? Number(each['start_date']) : start
      const duration = each['duration'] as Fields | undefined
      const end = each['end_date'] ? Number(each['end_date']) : periodEnd(from, duration?.['interval'])
      start = end
      const items = (listOf(each['items']) as Fields[]).map(({ price, quantity }) => ({
        price: get(price).id,
        quantity: Number(text(quantity, '1')),
      }))
      return phase(from, end, items)
    })
    emit('customer.subscription.updated', get(schedule['subscription']))
    return schedule
  }
  function releaseSchedule(schedule: StripeObject) {
    schedule['status'] = 'released'
    get(schedule['subscription'])['schedule'] = null
    return schedule
  }
  function cancel(subscription: StripeObject) {
    subscription['status'] = 'canceled'
    subscription['canceled_at'] = seconds()
    emit('customer.subscription.deleted', subscription)
    return subscription
  }

  /** With the objects that `expand` names, in place of their ids. */
  function expanded(subscription: StripeObject, fields: Fields): StripeObject {
    const paths = listOf(fields['expand']).map((path) => text(path))
    for (const path of paths)
      if (path.split('.').length > 4)
        throw new ApiError(
          400,
          'invalid_request_error',
          `You cannot expand more than 4 levels of a property. Property: ${path}`,
        )
    const names = paths.map((path) => path.replace(/^data\./, ''))
    const objectOf = (name: string) =>
      subscription[name] && names.includes(name) ? get(subscription[name]) : subscription[name]
    return { ...subscription, latest_invoice: objectOf('latest_invoice'), schedule: objectOf('schedule') }
  }

  function answer(method: string, path: string, fields: Fields): unknown {
    const [resource = '', key = '', part = '', subkey = ''] = path.split('/').slice(2)
    const call = `${method} ${resource}${key ? '/:id' : ''}${part ? `/${part}` : ''}`
    switch (`${method} ${path}`) {
      case 'POST /v1/checkout/sessions':
        return add({
          id: id('cs_test'),
          object: 'checkout.session',
          customer: get(fields['customer']).id,
          mode: fields['mode'],
          status: 'open',
          success_url: fields['success_url'],
          line_items: listOf(fields['line_items']),
          url: `${stripe.url}/checkout/${serial}`,
        } as StripeObject)
      case 'POST /v1/billing_portal/sessions':
        return {
          id: id('bps'),
          object: 'billing_portal.session',
          url: `${stripe.url}/portal/${text(fields['customer'])}`,
        }
    }
    switch (call) {
      case 'POST customers':
        return add({ ...fields, id: id('cus'), object: 'customer' })
      case 'POST customers/:id':
        return Object.assign(get(key), fields)
      case 'GET customers/:id/tax_ids':
        return list(
          path,
          all('tax_id').filter((each) => each['customer'] === key),
        )
      case 'POST customers/:id/tax_ids':
        return add({ ...fields, id: id('txi'), object: 'tax_id', customer: key })
      case 'DELETE customers/:id/tax_ids':
        objects.delete(subkey)
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
          unit_amount: Number(fields['unit_amount']),
          lookup_key: fields['lookup_key'],
          recurring: fields['recurring'],
          metadata: fields['metadata'] ?? {},
        } as StripeObject)
      case 'GET subscriptions':
        return list(
          path,
          all('subscription')
            .filter((each) => each['customer'] === fields['customer'])
            .map((each) => expanded(each, fields)),
        )
      case 'GET subscriptions/:id':
        return get(key)
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
        return add({ ...fields, id: id('ii'), object: 'invoiceitem' })
      default:
        throw new ApiError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
    }
  }

  async function handle(request: IncomingMessage, reply: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const method = request.method ?? 'GET'
    const { authorization } = request.headers
    requests.push({ method, path: url.pathname, authorization })
    const send = (status: number, body: object) =>
      reply
        .writeHead(status, { 'content-type': 'application/json', 'request-id': id('req') })
        .end(JSON.stringify(body))
    if (/^\/(checkout|portal)\//.test(url.pathname))
      return void reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><link rel="icon" href="data:,"><h1>Checkout</h1>')
    if (state.is_down) return void send(503, { error: { type: 'api_error', message: 'Down.' } })
    if (!/^Bearer (sk|rk)_/.test(authorization ?? ''))
      return void send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key.' } })
    const repeatKey = request.headers['idempotency-key']
    const known = typeof repeatKey === 'string' ? repeated.get(repeatKey) : undefined
    if (known) return void send(200, known)
    try {
      const form = Buffer.concat(chunks).toString()
      // As in Stripe's API, the answer is an object.
      const body = answer(method, url.pathname, parseForm(form || url.search.slice(1))) as StripeObject
      if (method === 'POST' && typeof repeatKey === 'string') repeated.set(repeatKey, body)
      send(200, body)
    } catch (error) {
      if (error instanceof ApiError) send(error.status, error.body)
      else send(500, { error: { type: 'api_error', message: String(error) } })
    }
  }

  const server = createServer((request, reply) => void handle(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const stripe = {
    url: `http://127.0.0.1:${port}`,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_12345678',
      STRIPE_WEBHOOK_SECRET: webhook_secret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
      EGRESS_ALLOW: `127.0.0.1:${port}`,
    },
    state,
    events,
    requests,
    all,
    get,
    /** The customer pays on the page of a checkout session. */
    pay(url: string) {
      const session = all('checkout.session').find((each) => each['url'] === url)
      if (!session) throw new Error('There is no such checkout.')
      session['status'] = 'complete'
      const lines = session['line_items'] as Fields[]
      const subscription = subscribe(
        session['customer'],
        lines.map(({ price, quantity }) => ({ price, quantity })),
      )
      session['subscription'] = subscription.id
      emit('checkout.session.completed', session)
      return subscription
    },
    /** The period ends: cancelled plans stop, scheduled ones start, and others are charged again. */
    renew(subscription_id: string) {
      const subscription = get(subscription_id)
      if (subscription['cancel_at_period_end']) return cancel(subscription)
      const items = itemsOf(subscription)
      const start = items[0]?.['current_period_end'] as number
      const schedule = subscription['schedule'] ? get(subscription['schedule']) : undefined
      const next = (schedule?.['phases'] as ReturnType<typeof phase>[] | undefined)?.find(
        ({ start_date }) => start_date >= start,
      )
      const lines =
        next?.items ?? items.map(({ price, quantity }) => ({ price: (price as StripeObject).id, quantity }))
      subscription['items'] = list(
        '/v1/subscription_items',
        lines.map(({ price, quantity }) => newItem(String(price), String(quantity), start)),
      )
      if (schedule) releaseSchedule(schedule)
      const { status } = invoice(subscription, amountOf(itemsOf(subscription)), 'subscription_cycle')
      subscription['status'] = status === 'paid' ? 'active' : 'past_due'
      emit('customer.subscription.updated', subscription)
      return subscription
    },
    /** An open invoice is paid. */
    settle(subscription_id: string) {
      const subscription = get(subscription_id)
      subscription['status'] = 'active'
      get(subscription['latest_invoice'])['status'] = 'paid'
      emit('customer.subscription.updated', subscription)
    },
    /** Header `Stripe-Signature` of a webhook's body. */
    sign(payload: string, { at_s = seconds(), secret = webhook_secret } = {}) {
      const signature = createHmac('sha256', secret).update(`${at_s}.${payload}`).digest('hex')
      return `t=${at_s},v1=${signature}`
    },
    day_s,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stripe
}
