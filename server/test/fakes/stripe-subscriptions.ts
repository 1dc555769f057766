import { type Fields, listOf, text, type Value } from './stripe-form.ts'
import { ApiError, type StripeObject, type StripeObjects } from './stripe-objects.ts'

/** Subscriptions with their proration, schedules and invoices. */
export function stripeSubscriptions(
  { seconds, id, lastNumber, emit, whole, add, get, all, list }: StripeObjects,
  account: { url: string; state: { declines: boolean } },
) {
  /** What each checkout session is for. Stripe doesn’t return it with the session. */
  const linesOf = new Map<string, Fields[]>()
  function invoice(subscription: StripeObject, total: number, reason: string): StripeObject {
    const isPaid = !account.state.declines
    const created = add({
      id: id('in'),
      object: 'invoice',
      number: `OZVI-${String(all('invoice').length + 1).padStart(4, '0')}`,
      customer: subscription['customer'],
      billing_reason: reason,
      created: seconds(),
      currency: 'eur',
      period_end: seconds(),
      period_start: seconds(),
      subtotal: total,
      total,
      amount_due: total,
      amount_paid: isPaid ? total : 0,
      amount_remaining: isPaid ? 0 : total,
      status: isPaid ? 'paid' : 'open',
      hosted_invoice_url: `${account.url}/invoice/${lastNumber()}`,
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { metadata: null, subscription: subscription.id },
      },
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
  /** The older form of a price, which items still have. */
  const planOf = (price: StripeObject) => ({
    ...{ id: price.id, object: 'plan', active: true, livemode: false, created: price['created'] },
    ...{ amount: price['unit_amount'], amount_decimal: price['unit_amount_decimal'] },
    ...{ billing_scheme: 'per_unit', currency: price['currency'], product: price['product'] },
    ...{ interval: (price['recurring'] as Fields)['interval'], interval_count: 1, usage_type: 'licensed' },
    ...{ metadata: price['metadata'], meter: null, nickname: null, tiers_mode: null },
    ...{ transform_usage: null, trial_period_days: null },
  })
  const newItem = (
    subscription: string,
    price_id: Value | undefined,
    quantity: Value | undefined,
    start_s: number,
    end_s?: number,
  ) => {
    const price = get(text(price_id))
    const interval = (price['recurring'] as Fields)['interval']
    return whole({
      id: id('si'),
      object: 'subscription_item',
      subscription,
      plan: planOf(price),
      price,
      quantity: Number(text(quantity, '1')),
      current_period_start: start_s,
      current_period_end: end_s ?? periodEnd(start_s, interval),
    } as StripeObject)
  }
  function subscribe(customer: unknown, lines: { price: Value | undefined; quantity: Value | undefined }[]) {
    const subscription_id = id('sub')
    const subscription = add({
      id: subscription_id,
      object: 'subscription',
      customer,
      status: 'active',
      cancel_at_period_end: false,
      canceled_at: null,
      created: seconds(),
      billing_cycle_anchor: seconds(),
      start_date: seconds(),
      schedule: null,
      latest_invoice: null,
      items: list(
        '/v1/subscription_items',
        lines.map(({ price, quantity }) => newItem(subscription_id, price, quantity, seconds())),
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
          ? newItem(subscription.id, each['price'], each['quantity'], start, end)
          : newItem(subscription.id, each['price'], each['quantity'], seconds())
        next.push(old ? { ...item, id: old.id } : item)
      }
      const part = Math.max(0, (end - seconds()) / (end - start))
      const total = Math.round((amountOf(next) - amountOf(before)) * part)
      if (fields['payment_behavior'] === 'error_if_incomplete' && account.state.declines)
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
    ...{ add_invoice_items: [], application_fee_percent: null, billing_cycle_anchor: null },
    ...{ billing_thresholds: null, collection_method: null, currency: 'eur', default_payment_method: null },
    ...{ description: null, discounts: [], invoice_settings: null, metadata: null, on_behalf_of: null },
    ...{ proration_behavior: 'none', transfer_data: null, trial_end: null },
    start_date: start,
    end_date: end,
    items: items.map(({ price, quantity }) => ({
      ...{ billing_thresholds: null, discounts: [], metadata: null, plan: price, tax_rates: null },
      price,
      quantity,
    })),
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

  function expire(session: StripeObject) {
    if (session['status'] !== 'open')
      throw new ApiError(
        400,
        'invalid_request_error',
        'Only Checkout Sessions with a status in ["open"] can be expired.',
      )
    return Object.assign(session, { status: 'expired', url: null })
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

  return {
    linesOf,
    expire,
    updateSubscription,
    createSchedule,
    updateSchedule,
    releaseSchedule,
    cancel,
    expanded,
    /** The customer pays on the page of a checkout session. */
    pay(url: string) {
      const session = all('checkout.session').find((each) => each['url'] === url)
      if (!session) throw new Error('There is no such checkout.')
      session['status'] = 'complete'
      const lines = linesOf.get(session.id) ?? []
      const subscription = subscribe(
        session['customer'],
        lines.map(({ price, quantity }) => ({ price, quantity })),
      )
      session['subscription'] = subscription.id
      session['payment_status'] = 'paid'
      emit('checkout.session.completed', session)
      return subscription
    },
    /** The period ends: canceled plans stop, scheduled ones start, and others are charged again. */
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
        lines.map(({ price, quantity }) => newItem(subscription_id, String(price), String(quantity), start)),
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
  }
}
