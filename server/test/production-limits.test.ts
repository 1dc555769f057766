import { afterAll, expect, test } from 'vitest'
import { testServer } from './server.ts'

/* Limits as a production server applies them: alone, and behind a proxy that it trusts. */

const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1' }
const direct = await testServer(production)
const proxied = await testServer({ ...production, TRUST_PROXY: '1' })
afterAll(async () => {
  await direct[Symbol.asyncDispose]()
  await proxied[Symbol.asyncDispose]()
})

/** How many of eleven attempts are let through and how many are limited. */
async function attempts(on: typeof direct, headers: (nth: number) => Record<string, string>) {
  const from = on.browser()
  const seen: number[] = []
  for (let nth = 1; nth <= 11; nth++) {
    const body = { email: 'someone@example.com', password: 'not my password' }
    seen.push((await from.request('POST', '/api/auth/sign-in', body, headers(nth))).statusCode)
  }
  return {
    passed: seen.filter((each) => each === 422).length,
    limited: seen.filter((each) => each === 429).length,
  }
}

test('429 SEC-47 in production the limits also apply to callers from this machine, such as a proxy', async () => {
  expect(await attempts(direct, () => ({}))).toEqual({ passed: 10, limited: 1 })
})

test('429 SEC-47 without a trusted proxy a made-up address bypasses no limit', async () => {
  const forge = (nth: number) => ({ 'x-forwarded-for': `203.0.113.${nth}` })
  expect(await attempts(direct, forge)).toEqual({ passed: 0, limited: 11 })
})

test('429 SEC-47 behind a trusted proxy each caller is counted by the address that the proxy added', async () => {
  const each = (nth: number) => ({ 'x-forwarded-for': `203.0.113.${nth}` })
  expect(await attempts(proxied, each)).toEqual({ passed: 11, limited: 0 })
  const forged = (nth: number) => ({ 'x-forwarded-for': `198.51.100.${nth}, 203.0.113.99` })
  expect(await attempts(proxied, forged)).toEqual({ passed: 10, limited: 1 })
})

test('429 SEC-47 an address with a port and an invalid one bypass no limit either', async () => {
  const v4 = (nth: number) => ({ 'x-forwarded-for': `203.0.113.98:${4000 + nth}` })
  expect(await attempts(proxied, v4)).toEqual({ passed: 10, limited: 1 })
  const v6 = (nth: number) => ({ 'x-forwarded-for': `[2001:db8::${nth}]:${4000 + nth}` })
  expect(await attempts(proxied, v6)).toEqual({ passed: 10, limited: 1 })
  const networks = (nth: number) => ({ 'x-forwarded-for': `2001:db8:0:${nth}::1` })
  expect(await attempts(proxied, networks)).toEqual({ passed: 11, limited: 0 })
  const junk = (nth: number) => ({ 'x-forwarded-for': `unknown${nth}` })
  expect(await attempts(proxied, junk)).toEqual({ passed: 10, limited: 1 })
})

/** @param network the first 64 bits of an IPv6 address */
async function signUp(network: string) {
  const headers = { 'x-forwarded-for': `${network}::1` }
  return (await proxied.browser().request('POST', '/api/auth/sign-up', {}, headers)).statusCode
}

test('429 SEC-47 the networks of one IPv6 site share sixteen times the limit of one', async () => {
  const seen: number[] = []
  for (let nth = 1; nth <= 81; nth++) seen.push(await signUp(`2001:db8:7:${nth.toString(16)}`))
  expect([new Set(seen.slice(0, 80)), seen[80]]).toEqual([new Set([422]), 429])
  expect(await signUp('2001:db8:8:1')).toBe(422)
})

test('429 SEC-47 one IPv6 network can’t use up the limit of its site', async () => {
  const seen: number[] = []
  for (let nth = 1; nth <= 90; nth++) seen.push(await signUp('2001:db8:9:1'))
  expect([seen[4], new Set(seen.slice(5))]).toEqual([422, new Set([429])])
  expect(await signUp('2001:db8:9:2')).toBe(422)
})
