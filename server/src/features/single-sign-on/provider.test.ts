import { generateKeyPairSync } from 'node:crypto'
import {
  finishSingleSignOn,
  getUser,
  startSingleSignOn,
  testSingleSignOn,
  updateSingleSignOn,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { invalid, ssoScene } from './test/sso-scene.ts'

const { provider, server, company, person, start } = await ssoScene()
const { issuer } = provider

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
type Fault = NonNullable<typeof provider.fault>
const respond = (response: Parameters<Fault>[1], body: object): true => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
  return true
}
const none = (claims: object) =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`

test.each<[string, NonNullable<typeof provider.forge>]>([
  ['another nonce', (claims) => provider.sign({ ...claims, nonce: 'other' })],
  ['no nonce', ({ nonce: _nonce, ...claims }) => provider.sign(claims)],
  ['another audience', (claims) => provider.sign({ ...claims, aud: 'other' })],
  ['another issuer', (claims) => provider.sign({ ...claims, iss: 'https://evil.example' })],
  ['an expiry in the past', (claims) => provider.sign({ ...claims, iat: 1, exp: 2 })],
  ['a key that isn’t the provider’s', (claims) => provider.sign(claims, {}, otherKey)],
  ['a NUL in the subject', (claims) => provider.sign({ ...claims, sub: 'jana\0' })],
  ['a NUL in the name', (claims) => provider.sign({ ...claims, name: 'Jana\0' })],
  ['alg none', none],
  ['alg none and a kid', (claims) => provider.sign(claims, { alg: 'none' })],
  [
    'a changed payload',
    (claims) => {
      const [header, , signature] = provider.sign(claims).split('.')
      return `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${signature}`
    },
  ],
])('422 an ID token with %s signs no one in', async (_title, forge) => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  const answer = await start(jana, person(email), { email })
  provider.forge = forge
  await expect(jana.call(finishSingleSignOn, answer)).rejects.toMatchObject(
    invalid('provider', 'Your provider’s answer couldn’t be verified. Nothing was changed.'),
  )
  await expect(jana.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('422 SEC-38 a response that names another issuer is rejected', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  const answer = await start(jana, person(email), { email })
  await expect(
    jana.call(finishSingleSignOn, { ...answer, iss: 'https://evil.example' }),
  ).rejects.toMatchObject(invalid('provider'))
})

test('the test of the settings reports which checks fail and which pass', async () => {
  const { integration_id, browser: owner } = await company()
  const check = async () =>
    Object.fromEntries(
      (await owner.call(testSingleSignOn, { integration_id })).map((each) => [each.check, each.failure]),
    )
  expect(await check()).toEqual({ issuer: null, keys: null, client: null, domain: null })
  await owner.call(updateSingleSignOn, { integration_id, client_secret: 'not the secret' })
  expect(await check()).toMatchObject({ issuer: null, client: 'client_rejected' })
  provider.fault = ({ url }, response) => (url?.includes('/jwks') ? respond(response, { keys: [] }) : false)
  expect(await check()).toMatchObject({ issuer: null, keys: 'no_keys' })
  provider.fault = (_request, response) => {
    response.statusCode = 404
    response.end()
    return true
  }
  expect(await check()).toMatchObject({ issuer: 'not_found', keys: 'skipped', client: 'skipped' })
  provider.fault = (_request, response) =>
    respond(response, { issuer: 'https://evil.example', authorization_endpoint: issuer })
  expect(await check()).toMatchObject({ issuer: 'issuer_differs' })
  const inner = 'http://169.254.169.254/token'
  provider.fault = (_request, response) =>
    respond(response, { issuer, authorization_endpoint: inner, token_endpoint: inner, jwks_uri: inner })
  expect(await check()).toMatchObject({ issuer: 'blocked' })
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint_auth_methods_supported: null,
  }
  provider.fault = ({ url }, response) =>
    url?.includes('/.well-known/') ? respond(response, metadata) : false
  expect(await check()).toMatchObject({ issuer: null, keys: null })
})

test('422 SEC-36 a provider that hangs times out after five seconds, and others can sign in in the meantime', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  provider.fault = () => true
  const started = performance.now()
  const waiting = Promise.allSettled(
    Array.from({ length: 6 }, () => server.browser().call(startSingleSignOn, { email })),
  )
  const { email: known, password } = await server.seed.user()
  await server.signIn(known, password)
  const results = await waiting
  expect(performance.now() - started).toBeLessThan(9_000)
  for (const result of results)
    expect(result).toMatchObject({
      reason: invalid('provider', 'Your provider took too long to answer. Try again.'),
    })
})
