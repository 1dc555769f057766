import { randomBytes } from 'node:crypto'
import { defaultsOf } from './stripe-defaults.ts'

export interface StripeObject {
  id: string
  object: string
  [name: string]: unknown
}

export class ApiError extends Error {
  status: number
  body: object
  constructor(status: number, type: string, message: string, code?: string) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...(code ? { code } : {}) } }
  }
}

export type StripeObjects = ReturnType<typeof stripeObjects>

/** The objects of a Stripe account and the events about them. */
export function stripeObjects(now: () => number) {
  const objects = new Map<string, StripeObject>()
  const events: StripeObject[] = []
  let serial = 0
  const seconds = () => Math.floor(now() / 1000)
  const id = (prefix: string) => `${prefix}_${++serial}${randomBytes(6).toString('hex')}`
  const emit = (type: string, object: StripeObject) => {
    const event: StripeObject = {
      id: id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
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
  /** With every field that Stripe returns for it. */
  const whole = <T extends StripeObject>(object: T): T => ({
    ...defaultsOf(object.object, seconds()),
    ...object,
  })
  const add = <T extends StripeObject>(object: T): T => {
    const added = whole(object)
    objects.set(added.id, added)
    return added
  }
  const get = (key: unknown): StripeObject => {
    const found = objects.get(String(key))
    if (!found)
      throw new ApiError(404, 'invalid_request_error', `No such object: ${String(key)}`, 'resource_missing')
    return found
  }
  const all = (object: string) => [...objects.values()].filter((each) => each.object === object)
  const list = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data })
  const remove = (key: string) => objects.delete(key)
  return { events, seconds, id, lastNumber: () => serial, emit, whole, add, get, remove, all, list }
}
