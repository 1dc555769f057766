import { type IdentityCheck, type IdentityFault, identityToken } from '@ozvi/contract'
import { ContactChanges, Email, properName, text } from '@ozvi/contract/schemas'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import * as z from 'zod/mini'
import { isStorable } from '#platform/http/fields.ts'

/*
 * Tokens in which a customer's server says who a person is. Only one form of JWT is accepted: HS256 with the
 * workspace's secret. Nothing in the token influences verification: `alg` is compared, `kid`, `jku` and `x5c`
 * are ignored, and `crit` is rejected.
 */

const Header = z.object({ alg: z.literal('HS256'), crit: z.optional(z.never()) })
const Seconds = z.number().check(z.gte(0), z.lte(1e11))
const Times = z.object({ exp: Seconds, iat: z.optional(Seconds), nbf: z.optional(Seconds) })
const Audience = z.object({ aud: z.union([z.string(), z.array(z.string())]) })
/**
 * Request bodies are checked for characters PostgreSQL can't store; claims inside a token need their own
 * check.
 */
const stored = (schema: z.ZodMiniString<string>) => schema.check(z.refine((value) => isStorable(value)))
const storedText = (chars_max: number) => stored(text(1, chars_max))
const Sub = z.pipe(z.union([z.string(), z.int()]), z.pipe(z.transform(String), storedText(200)))
/** The claims stored with the contact; others are ignored. */
const Claims = z.object({
  sub: z.optional(Sub),
  email: z.optional(Email),
  /** As in OpenID Connect: false if the customer hasn't verified the address. */
  email_verified: z.optional(z.boolean()),
  // An invalid optional claim doesn't reject the token.
  name: z.catch(z.optional(stored(properName(1, 100))), undefined),
  phone: z.catch(ContactChanges.shape.phone, undefined),
  company: z.catch(z.optional(storedText(200)), undefined),
})
export type Claims = z.infer<typeof Claims>
/** Claims of an accepted token: addresses can change owners, so the id identifies the person. */
export type NamedClaims = Claims & { sub: string }
export const isNamed = (claims: Claims | null): claims is NamedClaims => claims?.sub !== undefined

export type SignedWith = 'current' | 'previous'
export interface TokenResult {
  /** Problems by check. */
  problems: Partial<Record<IdentityCheck, IdentityFault>>
  signed_with: SignedWith | null
  /** Null if unreadable; valid only without problems. */
  claims: Claims | null
  expires_at: string | null
}
interface Expected {
  secrets: Partial<Record<SignedWith, string>>
  /** The workspace's public key. */
  audience: string
  /** Milliseconds. */
  now: number
}

/** The unverified content of a token; undefined if it isn't one. */
function read(token: string) {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt<Record<string, unknown>>(token) }
  } catch {
    return undefined
  }
}
const signs = async (secret: string | undefined, token: string): Promise<boolean> => {
  if (secret === undefined) return false
  try {
    await compactVerify(token, Buffer.from(secret), { algorithms: ['HS256'] })
    return true
  } catch {
    return false
  }
}

function timeProblems(payload: object, now_s: number): TokenResult['problems'] {
  const { lifetime_s_max, leeway_s } = identityToken
  const times = Times.safeParse(payload)
  if (!times.success) {
    const isEarly = times.error.issues.every(({ path }) => path[0] !== 'exp')
    return isEarly ? { iat: 'early' } : { exp: 'no_expiry' }
  }
  const { exp, iat = 0, nbf = 0 } = times.data
  return {
    ...(exp <= now_s - leeway_s ? { exp: 'expired' } : {}),
    ...(exp > now_s + lifetime_s_max + leeway_s ? { exp: 'too_long' } : {}),
    ...(Math.max(iat, nbf) > now_s + leeway_s ? { iat: 'early' } : {}),
  }
}
function audienceProblem(payload: object, audience: string): TokenResult['problems'] {
  const audienceClaim = Audience.safeParse(payload)
  return audienceClaim.success && [audienceClaim.data.aud].flat().includes(audience)
    ? {}
    : { aud: 'audience' }
}
function whoProblem(claims: Claims | undefined): TokenResult['problems'] {
  if (!claims) return { sub: 'claim' }
  return isNamed(claims) ? {} : { sub: 'nobody' }
}

async function signingSecretOf(secrets: Expected['secrets'], token: string) {
  if (await signs(secrets.current, token)) return 'current'
  return (await signs(secrets.previous, token)) ? 'previous' : null
}

/** Returns all problems of a token together, so that developers see them in one attempt. */
export async function validateToken(
  token: string,
  { secrets, audience, now }: Expected,
): Promise<TokenResult> {
  const parts = read(token)
  if (!parts) return { problems: { token: 'malformed' }, signed_with: null, claims: null, expires_at: null }

  const { header, payload } = parts
  const isAlgorithm = Header.safeParse(header).success
  const signed_with = await signingSecretOf(secrets, token)
  const claims = Claims.safeParse(payload).data
  const exp = Times.shape.exp.safeParse(payload.exp)
  return {
    problems: {
      ...(isAlgorithm ? {} : { alg: 'algorithm' }),
      ...(signed_with ? {} : { signature: 'signature' }),
      ...timeProblems(payload, now / 1000),
      ...audienceProblem(payload, audience),
      ...whoProblem(claims),
    },
    signed_with,
    claims: claims ?? null,
    expires_at: exp.success ? new Date(exp.data * 1000).toISOString() : null,
  }
}
