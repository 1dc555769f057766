import * as z from 'zod/mini'
import { describe, type Verb } from '../openapi/operations.ts'

/* The HTTP API of the Pusher protocol, with the protocol's own bodies and errors. */

const object = { 'application/json': { type: 'object' } }
const errors = { 401: 'Not signed, or not as it should be.', 404: 'Unknown app, or no such call.' }
const info = z.object({ info: z.optional(z.string()) })

interface Call {
  action: string
  method?: Verb
  operation_id: string
  summary: string
  query?: z.ZodMiniObject
  others?: Record<number, string>
}
const call = ({ action, method = 'get', operation_id, summary, query, others }: Call) =>
  describe({
    path: `/apps/{app_id}/${action}`,
    method,
    operation_id,
    tag: 'realtime',
    summary,
    access: 'signature',
    security: 'signature',
    ...(query ? { query } : {}),
    ...(method === 'post' ? { body: object } : {}),
    reply: object,
    problems: [],
    otherErrors: { ...errors, ...others },
  })
const malformed = { 400: 'The body or the path is malformed.' }
const tooLarge = { 413: 'Too much data.' }

export const protocolOperations = [
  call({
    action: 'events',
    method: 'post',
    operation_id: 'publishEvent',
    summary: 'Publishes one event to up to 100 channels.',
    others: { ...malformed, ...tooLarge },
  }),
  call({
    action: 'batch_events',
    method: 'post',
    operation_id: 'publishEvents',
    summary: 'Publishes up to 10 events, all or none.',
    others: { ...malformed, ...tooLarge },
  }),
  call({
    action: 'channels',
    operation_id: 'listChannels',
    summary: 'Lists occupied channels.',
    query: z.extend(info, { filter_by_prefix: z.optional(z.string()) }),
    others: malformed,
  }),
  call({
    action: 'channels/{channel_name}',
    operation_id: 'getChannel',
    summary: 'Says whether a channel is occupied.',
    query: info,
    others: malformed,
  }),
  call({
    action: 'channels/{channel_name}/users',
    operation_id: 'listChannelUsers',
    summary: 'Lists who is in a presence channel.',
    others: malformed,
  }),
  call({
    action: 'users/{user_id}/terminate_connections',
    method: 'post',
    operation_id: 'terminateConnections',
    summary: 'Ends every connection of a user.',
  }),
]
export const listWebhooks = call({
  action: 'webhooks',
  operation_id: 'listRealtimeWebhooks',
  summary: 'Lists the addresses of webhooks and what waits for each.',
})
export const replayWebhook = call({
  action: 'webhooks/replay',
  method: 'post',
  operation_id: 'replayWebhook',
  summary: 'Resumes an address that was paused.',
  others: { ...malformed, 404: 'Unknown app or address.' },
})
