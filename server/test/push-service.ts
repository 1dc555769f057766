import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import type { Egress } from '#platform/egress/index.ts'

const origin = 'https://push.example'
const fields = (text: string) =>
  Object.fromEntries(text.split(/,\s*/).map((each) => each.split(/=(.*)/s).slice(0, 2)))

/** Verifies the signature of RFC 8292; throws if it isn't from the key or is for another origin. */
function signer(authorization: string): string {
  const [scheme, rest = ''] = authorization.split(/ (.*)/s)
  const { t = '', k = '' } = fields(rest)
  const [head = '', claims = '', signature = ''] = t.split('.')
  const point = Buffer.from(k, 'base64url')
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) }
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number }
  const left_s = exp - Date.now() / 1000
  if (scheme !== 'vapid' || !isSigned || aud !== origin || left_s < 0 || left_s > 86_400)
    throw new Error('The push is not signed as it should be')
  return k
}

/**
 * A push service with its browsers: it verifies signatures and forwards what it can't read; the browsers decrypt it
 * (RFC 8188, RFC 8291). It replaces one host of outgoing requests.
 */
export function fakePushService(egress: Egress) {
  const browsers = new Map<string, { open(body: Buffer): unknown; received: unknown[]; signers: string[] }>()
  const answers = new Map<string, number>()
  const elsewhere = egress.fetch
  egress.fetch = async (url, options = {}) => {
    if (!url.startsWith(`${origin}/`)) return elsewhere(url, options)
    const headers = new Headers(options.headers)
    const browser = browsers.get(url)
    const status = answers.get(url) ?? (browser ? 201 : 404)
    if (browser && status === 201) {
      if (headers.get('content-encoding') !== 'aes128gcm' || !headers.get('ttl'))
        throw new Error('This is no push')
      browser.signers.push(signer(headers.get('authorization') ?? ''))
      browser.received.push(browser.open(Buffer.from(options.body ?? '')))
    }
    return { ok: true, status, url, headers: {}, body: Buffer.alloc(0), truncated: false }
  }
  return {
    answers,
    /** A browser subscribes. */
    subscribe() {
      const endpoint = `${origin}/send/${randomUUID()}`
      const pair = createECDH('prime256v1')
      const own = pair.generateKeys()
      const auth = randomBytes(16)
      const browser = {
        received: [] as unknown[],
        signers: [] as string[],
        open(body: Buffer) {
          const salt = body.subarray(0, 16)
          const sender = body.subarray(21, 21 + body.readUInt8(20))
          const sealed = body.subarray(21 + sender.length)
          const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
          const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
          const derived = (name: string, bytes: number) =>
            Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, bytes))
          const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
          cipher.setAuthTag(sealed.subarray(-16))
          const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
          const end = plain.findLastIndex((byte) => byte !== 0)
          if (plain[end] !== 2) throw new Error('The record does not end as the last one does')
          return JSON.parse(plain.subarray(0, end).toString())
        },
      }
      browsers.set(endpoint, browser)
      const keys = { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }
      return { endpoint, keys, received: browser.received, signers: browser.signers }
    },
  }
}
