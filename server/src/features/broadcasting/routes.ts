import { Problem } from '@ozvi/contract'
import { ChannelAuth, ChannelAuthRequest, UserAuth, UserAuthRequest } from '@ozvi/contract/schemas'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Session, verified } from '#features/accounts'
import { visitor, type VisitorActor } from '#features/contacts'
import type { Context } from '#platform/context/context.ts'
import { fieldErrors } from '#platform/http/fields.ts'
import type { Guard } from '#platform/http/guard.ts'
import type { Mount } from '#platform/http/mount.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { describe, guardProblems, type Operation } from '#platform/openapi/operations.ts'
import { type Realtime, SigningError } from '#platform/realtime/index.ts'
import { memberPresence, userPresence, visitorPresence } from './channels.ts'

const authLimit = { name: 'socket-auth', points: 120, per_s: 60 }
type AuthRequest = z.infer<typeof ChannelAuthRequest>

function parse<S extends z.ZodMiniType>(schema: S, request: FastifyRequest): z.output<S> {
  const parsed = schema.safeParse(request.body ?? {})
  if (!parsed.success) throw new Problem('invalid_input', fieldErrors(parsed.error.issues))
  return parsed.data
}
/** Reports data that can't be signed as a validation error. */
function signed<T>(sign: () => T): T {
  try {
    return sign()
  } catch (error) {
    if (error instanceof SigningError) throw validationError('channel_name', 'channel_name_invalid')
    throw error
  }
}

/**
 * The problems of both routes: 404 for a channel of another workspace, 403 for one this kind of caller can't
 * join.
 */
function operation<A, X>(
  path: string,
  operation_id: string,
  [body, reply]: [z.ZodMiniType, z.ZodMiniType],
  { name, credential }: Guard<A, X>,
): Operation {
  const schema = z.toJSONSchema(body)
  return describe({
    path,
    method: 'post',
    operation_id,
    tag: 'broadcasting',
    access: name,
    security: credential === 'cookie' ? 'session' : 'visitor',
    body: { 'application/x-www-form-urlencoded': schema, 'application/json': schema },
    reply: { 'application/json': z.toJSONSchema(reply) },
    problems: [...guardProblems({ guard: name, credential, isRead: false }), 'not_found', 'forbidden'],
  })
}
const ofChannel: [z.ZodMiniType, z.ZodMiniType] = [ChannelAuthRequest, ChannelAuth]
const authorizeChannel = operation('/api/broadcasting/auth', 'authorizeChannel', ofChannel, verified)
const authorizeUser = operation(
  '/broadcasting/user-auth',
  'authorizeUser',
  [UserAuthRequest, UserAuth],
  verified,
)
const authorizeVisitorChannel = operation(
  '/api/visitor/broadcasting/auth',
  'authorizeVisitorChannel',
  ofChannel,
  visitor,
)

/**
 * Authorization of realtime channels. Replies go to the realtime library unchanged, so they have no `data`
 * wrapper, and requests can be form-encoded, as that library sends them. Its `authorization` header is a
 * fixed marker and is ignored.
 */
export function broadcastingRoutes(
  app: FastifyInstance,
  ctx: Context,
  realtime: Realtime,
  { admit }: Mount,
): void {
  async function signMember(session: Session, { socket_id, channel_name }: AuthRequest) {
    const presence = await memberPresence(ctx, session, channel_name)
    return signed(() => realtime.signChannel(socket_id, channel_name, presence))
  }
  function signVisitor(actor: VisitorActor, { socket_id, channel_name }: AuthRequest) {
    const presence = visitorPresence(actor, channel_name)
    return signed(() => realtime.signChannel(socket_id, channel_name, presence))
  }
  void app.register(async (scope) => {
    await scope.register(formbody)
    const post = <A, X, R>(
      operation: Operation,
      guard: Guard<A, X>,
      answer: (actor: A, request: FastifyRequest) => Promise<R> | R,
    ) =>
      scope.post(
        operation.path,
        { config: { policy: guard.name, slot: 'sockets', operations: [operation] } },
        async (request, reply) => {
          const actor = await admit(guard, { request, reply }, { limits: [{ limit: authLimit }] })
          reply.header('cache-control', 'no-store')
          return answer(actor, request)
        },
      )
    post(authorizeChannel, verified, (session, request) =>
      signMember(session, parse(ChannelAuthRequest, request)),
    )
    post(authorizeUser, verified, (session, request) => {
      const { socket_id } = parse(UserAuthRequest, request)
      return signed(() => realtime.signUser(socket_id, userPresence(session)))
    })
    post(authorizeVisitorChannel, visitor, (actor, request) =>
      signVisitor(actor, parse(ChannelAuthRequest, request)),
    )
  })
}
