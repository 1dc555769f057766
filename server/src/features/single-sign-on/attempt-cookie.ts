import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context/context.ts'

/** Binds a sign-in to the browser that started it. Outlives the attempts, which expire in ten minutes. */
const max_age_s = 60 * 60

const isHttps = ({ config }: Context) => config.app_url.startsWith('https:')
const cookieName = (ctx: Context) => (isHttps(ctx) ? '__Host-sso' : 'sso')

export const attemptCookie = (ctx: Context, { cookies }: FastifyRequest): string =>
  cookies[cookieName(ctx)] ?? ''

export function setAttemptCookie(ctx: Context, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(ctx), token, {
    path: '/',
    httpOnly: true,
    secure: isHttps(ctx),
    sameSite: 'lax',
    maxAge: max_age_s,
  })
}
export function clearAttemptCookie(ctx: Context, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx), { path: '/' })
}
