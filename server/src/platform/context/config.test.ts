import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { warningsOf } from '../config-warnings.ts'
import { loadSecrets } from '../secrets/secrets.ts'
import { realtimeAddress } from '../web/address.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-config-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))
const SMTP_URL = 'smtp://mail.example:587'
const realtime = { REALTIME_APP_ID: '1', REALTIME_APP_KEY: 'key' }

test.each([
  [{ NODE_ENV: 'production' }, 'SMTP_URL is needed in production'],
  [{ APP_URL: 'https://chat.example' }, 'SMTP_URL is needed in production'],
  [{ APP_SECRET: 'secret' }, 'APP_SECRET must be 64 hexadecimal digits'],
  [{ APP_SECRET: 'f'.repeat(63) }, 'APP_SECRET must be 64 hexadecimal digits'],
  [{ REALTIME_APP_KEY: 'key' }, 'REALTIME_APP_ID, REALTIME_APP_KEY and REALTIME_APP_SECRET belong together'],
  [
    { REALTIME_APP_SECRET: 'a'.repeat(31), ...realtime },
    'REALTIME_APP_SECRET must be at least 32 characters',
  ],
  [
    { ...realtime, REALTIME_APP_SECRET: 'k'.repeat(40), REALTIME_APP_KEY: 'k'.repeat(40) },
    'REALTIME_APP_SECRET must differ',
  ],
  [{ REALTIME_WEBHOOK_URLS: 'https://hooks.example', REALTIME_WEBHOOK_SECRET: 'short' }, 'at least 32'],
  [{ TRUST_PROXY: '1.5' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be the address of the proxy'],
  [{ TRUST_PROXY: '0' }, 'or the number of proxies in front'],
  [{ TRUST_PROXY: '11' }, 'or the number of proxies in front'],
  [{ TRUST_PROXY: 'proxy.example' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: 'loopback, everyone' }, 'TRUST_PROXY must be'],
  [{ EGRESS_ALLOW: 'localhost:8080, intranet' }, 'EGRESS_ALLOW must be hosts with a port'],
  [{ EGRESS_ALLOW: 'http://localhost:8080' }, 'EGRESS_ALLOW must be hosts with a port'],
  [{ IMAGE_HOSTS: 'https://cdn.example.com' }, 'IMAGE_HOSTS must be hosts without a path'],
  [{ IMAGE_HOSTS: 'cdn.example.com, img.example/x' }, 'IMAGE_HOSTS must be hosts without a path'],
  [{ MAIL_FROM: 'Ozvi' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Ozvi <chat example.com>' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'a@x.example, b@x.example' }, 'MAIL_FROM must be an email address'],
  [{ S3_BUCKET: 'files' }, 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together'],
  [{ REALTIME_WEBHOOK_URLS: 'http://hooks.example/in' }, 'takes https addresses without a password'],
  [{ REALTIME_WEBHOOK_URLS: 'https://me:secret@hooks.example' }, 'takes https addresses without a password'],
  [{ REALTIME_WEBHOOK_URLS: 'https://10.0.0.7/in' }, 'EGRESS_ALLOW=10.0.0.7:443 opens it'],
  [{ REALTIME_WEBHOOK_URLS: 'http://localhost:9000/in' }, 'EGRESS_ALLOW=localhost:9000 opens it'],
  [
    {
      REALTIME_WEBHOOK_URLS: 'http://localhost:9000',
      EGRESS_ALLOW: 'localhost:9000',
      NODE_ENV: 'production',
    },
    'only of this machine outside production',
  ],
  [{ REALTIME_WEBHOOK_EVENTS: 'member_added,member_gone' }, 'not member_gone'],
])('SEC-46 %o prevents the start with a reason', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(reason)
})

test.each([
  { MAIL_FROM: 'chat@example.com' },
  { MAIL_FROM: '"Green Bean, support" <chat@example.com>' },
  { EGRESS_ALLOW: 'localhost:8080, 10.0.0.2:25,[::1]:8080' },
  { IMAGE_HOSTS: 'cdn.example.com, CDN.example.com:8443, [::1]:8080' },
  { DNS_SERVERS: '10.0.0.2 10.0.0.2:5353' },
])('SEC-46 %o is accepted', (environment) => {
  expect(() => readConfig(environment)).not.toThrow()
})

test('SEC-46 all invalid settings are reported together; an empty value counts as not set', () => {
  expect(() => readConfig({ PORT: '99999', APP_SECRET: 'x', DATABASE_URL: 'mysql://x' })).toThrow(
    /PORT must be.*\n.*DATABASE_URL must be.*\n.*APP_SECRET must be/s,
  )
  expect(readConfig({ APP_SECRET: '', PORT: '' })).toMatchObject({ port: 3000, is_production: false })
})

test('SEC-46 the first start generates keys that only their owner can read; damaged ones are never replaced', () => {
  const config = readConfig({ DATA_DIR: data_dir })
  const file = path.join(data_dir, 'keys.json')
  const first = loadSecrets(config)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(loadSecrets(config).derive('csrf')).toEqual(first.derive('csrf'))
  expect(first.derive('csrf')).not.toEqual(first.derive('identity'))
  const other = loadSecrets(readConfig({ DATA_DIR: path.join(data_dir, 'other') }))
  expect(other.derive('csrf')).not.toEqual(first.derive('csrf'))
  expect(other.realtime.secret).not.toBe(first.realtime.secret)

  const kept = readFileSync(file, 'utf8')
  for (const damaged of ['', '{}', kept.slice(0, -20), kept.replace(/"master": "../, '"master": "')]) {
    writeFileSync(file, damaged)
    expect(() => loadSecrets(config)).toThrow(/keys\.json is damaged/)
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  }
})

test.each([
  ['1', 1],
  ['127.0.0.1', '127.0.0.1'],
  ['10.0.0.0/24, fd00::/8', '10.0.0.0/24,fd00::/8'],
  ['loopback', 'loopback'],
  ['uniquelocal', 'uniquelocal'],
])('SEC-47 TRUST_PROXY accepts %j', (TRUST_PROXY, trust_proxy) => {
  expect(readConfig({ TRUST_PROXY }).trust_proxy).toBe(trust_proxy)
})

test('SEC-46 production warns of an unencrypted URL, a missing proxy setting, and keys that backups would contain', () => {
  const warnings = (environment: Record<string, string>) =>
    warningsOf(readConfig({ SMTP_URL, DATA_DIR: data_dir, ...environment })).join('\n')
  const APP_URL = 'https://chat.example'
  expect(warnings({})).toBe('')
  const all = warnings({ APP_URL: 'http://chat.example' })
  expect(all).toMatch(/APP_URL is an http: address/)
  expect(all).toMatch(/TRUST_PROXY is not set/)
  expect(all).toMatch(/master key is in .*keys\.json, inside DATA_DIR/)
  expect(warnings({ APP_URL, TRUST_PROXY: '1', APP_SECRET: 'f0'.repeat(32) })).toBe('')
  const KEYS_FILE = path.join(tmpdir(), 'elsewhere', 'keys.json')
  expect(warnings({ APP_URL, TRUST_PROXY: '1', KEYS_FILE })).toBe('')
})

test('SEC-46 keys can be stored outside the data folder', () => {
  const KEYS_FILE = path.join(data_dir, 'outside', 'keys.json')
  const config = readConfig({ DATA_DIR: path.join(data_dir, 'apart'), KEYS_FILE })
  expect(loadSecrets(config).derive('csrf')).toEqual(loadSecrets(config).derive('csrf'))
  expect(statSync(KEYS_FILE).mode & 0o777).toBe(0o600)
})

test('webhooks go to https URLs, and to this machine where allowed; by default they send all events', () => {
  const REALTIME_WEBHOOK_URLS = 'https://hooks.example/in, http://localhost:9000/in'
  const config = (more: Record<string, string>) =>
    readConfig({ REALTIME_WEBHOOK_URLS, EGRESS_ALLOW: 'localhost:9000', ...more }).realtime.webhooks
  expect(config({})).toMatchObject({ urls: ['https://hooks.example/in', 'http://localhost:9000/in'] })
  expect(config({})?.events).toHaveLength(7)
  expect(config({ REALTIME_WEBHOOK_EVENTS: 'member_added, member_removed' })?.events).toEqual([
    'member_added',
    'member_removed',
  ])
  expect(config({ REALTIME_WEBHOOK_URLS: '' })).toBeUndefined()
})

const addressOf = (environment: Record<string, string>, listens_on?: number) => {
  const config = readConfig({ DATA_DIR: data_dir, ...environment })
  if (listens_on) config.realtime.listens_on = listens_on
  const secrets = { realtime: { id: '1', key: 'app-key', secret: 's' }, derive: () => Buffer.alloc(32) }
  return realtimeAddress({ config, secrets })
}
test('S7.20 pages get key, host, port and scheme of the socket: 443 or 80, on localhost 8091', () => {
  const common = { key: 'app-key', host: 'chat.example' }
  expect(addressOf({ APP_URL: 'https://chat.example', SMTP_URL })).toEqual({
    ...common,
    port: 443,
    scheme: 'https',
  })
  expect(addressOf({ APP_URL: 'http://chat.example', SMTP_URL })).toEqual({
    ...common,
    port: 80,
    scheme: 'http',
  })
  expect(addressOf({ APP_URL: 'https://chat.example:8443', SMTP_URL }).port).toBe(8443)
  const { port } = readConfig({}).realtime
  expect(addressOf({}, port)).toEqual({ key: 'app-key', host: 'localhost', port: 8091, scheme: 'http' })
  // If that port was taken, the socket is on the main port.
  expect(addressOf({}).port).toBe(3000)
})
