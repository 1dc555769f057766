import { ChannelAuth, ChannelAuthRequest, Problem, UserAuth, UserAuthRequest } from '@ozvi/contract'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Session, verified } from '#features/accounts'
import { visitor, type VisitorActor } from '#features/contacts'
import type { Context } from '#platform/context.ts'
import { fieldErrors } from '#platform/http/fields.ts'
import type { Guard } from '#platform/http/guard.ts'
import type { Mount } from '#platform/http/mount.ts'
import type { ExtraOperation } from '#platform/http/openapi.ts'
import { type Realtime, SignatureRefused } from '#platform/realtime/index.ts'
import { memberSeat, mustBeOwnChannel, userSeat } from './channels.ts'

const authLimit = { name: 'socket-auth', points: 120, per_s: 60 }
type AuthRequest = z.infer<typeof ChannelAuthRequest>

function parse<S extends z.ZodMiniType>(schema: S, request: FastifyRequest): z.output<S> {
  const parsed = schema.safeParse(request.body ?? {})
  if (!parsed.success) throw new Problem('invalid_input', fieldErrors(parsed.error.issues))
  return parsed.data
}
/** What must not be signed is refused like any other bad field. */
function signed<T>(sign: () => T): T {
  try {
    return sign()
  } catch (error) {
    if (error instanceof SignatureRefused)
      throw new Problem('invalid_input', { channel_name: ['channel_name_invalid'] })
    throw error
  }
}

/**
 * Authorisation of realtime channels. The replies are handed to the realtime library as they are, so they
 * stand without `data` around them, and the requests may be form-encoded, which is what that library sends.
 * Its `authorization` header is a fixed marker, no credential, and is not looked at.
 */
export function broadcastingRoutes(
  app: FastifyInstance,
  ctx: Context,
  realtime: Realtime,
  { admit }: Mount,
): void {
  async function signMember(session: Session, { socket_id, channel_name }: AuthRequest) {
    const seat = await memberSeat(ctx, session, channel_name)
    return signed(() => realtime.signChannel(socket_id, channel_name, seat))
  }
  async function signVisitor(actor: VisitorActor, { socket_id, channel_name }: AuthRequest) {
    mustBeOwnChannel(actor, channel_name)
    return signed(() => realtime.signChannel(socket_id, channel_name))
  }
  void app.register(async (scope) => {
    await scope.register(formbody)
    const post = <A, X, R>(
      url: string,
      guard: Guard<A, X>,
      answer: (actor: A, request: FastifyRequest) => Promise<R> | R,
    ) =>
      scope.post(url, { config: { policy: guard.name, turn: 'sockets' } }, async (request, reply) => {
        const actor = await admit(guard, request, { limits: [{ limit: authLimit }] })
        reply.header('cache-control', 'no-store')
        return answer(actor, request)
      })
    post('/api/broadcasting/auth', verified, (session, request) =>
      signMember(session, parse(ChannelAuthRequest, request)),
    )
    post('/broadcasting/user-auth', verified, (session, request) => {
      const { socket_id } = parse(UserAuthRequest, request)
      return signed(() => realtime.signUser(socket_id, userSeat(session)))
    })
    post('/api/visitor/broadcasting/auth', visitor, (actor, request) =>
      signVisitor(actor, parse(ChannelAuthRequest, request)),
    )
  })
}

const operation = (id: string, body: z.ZodMiniType, reply: z.ZodMiniType, security: string): object => ({
  operationId: id,
  tags: ['broadcasting'],
  security: [{ [security]: [] }],
  requestBody: {
    required: true,
    content: Object.fromEntries(
      ['application/x-www-form-urlencoded', 'application/json'].map((type) => [
        type,
        { schema: z.toJSONSchema(body) },
      ]),
    ),
  },
  responses: {
    200: { description: 'Signed.', content: { 'application/json': { schema: z.toJSONSchema(reply) } } },
  },
})
export const broadcastingOperations: ExtraOperation[] = [
  {
    path: '/api/broadcasting/auth',
    method: 'post',
    operation: operation('authoriseChannel', ChannelAuthRequest, ChannelAuth, 'session'),
  },
  {
    path: '/broadcasting/user-auth',
    method: 'post',
    operation: operation('authoriseUser', UserAuthRequest, UserAuth, 'session'),
  },
  {
    path: '/api/visitor/broadcasting/auth',
    method: 'post',
    operation: operation('authoriseVisitorChannel', ChannelAuthRequest, ChannelAuth, 'visitor'),
  },
]
