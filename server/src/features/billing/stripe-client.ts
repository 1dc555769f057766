import { Problem } from '@ozvi/contract'
import type { Stripe } from 'stripe'
import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'

const timeout_ms = 20_000

/** `fetch` through the egress guard, as for every outgoing request. */
const guardedFetch =
  ({ egress }: Context) =>
  async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method, body } = init
    const answer = await egress.fetch(String(url), {
      // The client uses no other methods.
      method: (method ?? 'GET') as 'GET' | 'POST' | 'DELETE',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && body !== '' ? { body } : {}),
      redirect: 'manual',
      timeout_ms,
    })
    if (!answer.ok) throw new TypeError(`fetch failed: ${answer.reason}`)
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }

/** Loaded with the first request: most installations take no payments, and it is 200 files. */
const library = () => import('stripe')

const clients = new WeakMap<Context['config'], Stripe>()

/** @throws Problem `invalid_input` if this server takes no payments */
export async function stripeOf(ctx: Context): Promise<Stripe> {
  const { stripe } = ctx.config
  if (!stripe) throw validationError('plan', 'billing_off')
  const known = clients.get(ctx.config)
  if (known) return known
  const { protocol, hostname, port } = new URL(stripe.api_url)
  const { Stripe } = await library()
  const client = new Stripe(stripe.secret_key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port } : {}),
    httpClient: Stripe.createFetchHttpClient(guardedFetch(ctx)),
    timeout: timeout_ms,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  clients.set(ctx.config, client)
  return client
}

/** Whether Stripe doesn't have an object, such as a customer that was deleted there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing'

/** What a request returns, or `missing` if Stripe doesn't have its object. */
export const unlessMissing = <T, M>(request: Promise<T>, missing: M): Promise<T | M> =>
  request.catch((error: unknown) => {
    if (isMissing(error)) return missing
    throw error
  })

/** Turns errors of the payment provider into problems that a member can understand. */
export async function withStripe<T>(ctx: Context, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await stripeOf(ctx)
  try {
    return await work(stripe)
  } catch (error) {
    const { Stripe } = await library()
    if (error instanceof Stripe.errors.StripeCardError) throw validationError('plan', 'card_declined')
    if (error instanceof Stripe.errors.StripeError) {
      if (error.code === 'tax_id_invalid') throw validationError('vat_id', 'vat_invalid')
      ctx.log.error({ err: error, request_id: error.requestId }, 'billing: Stripe rejected a request')
      throw new Problem('unavailable', { plan: ['stripe_unreachable'] }, { retry_after_s: 60 })
    }
    throw error
  }
}
