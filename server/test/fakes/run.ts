/*
 * npm run fakes [-- --dev]
 * `npm start` or `npm run dev` with fakes of HubSpot, Stripe and VIES in place of these services, and with an empty
 * data folder. Nothing of it remains when it ends.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fakeHubspot } from './hubspot.ts'
import { fakeStripe } from './stripe.ts'
import { fakeVies } from './vies.ts'

const root = path.join(import.meta.dirname, '../../..')
const origin = process.env['APP_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`
const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-fakes-'))

const hubspot = await fakeHubspot()
hubspot.webhook_url = `${origin}/api/hubspot/webhook`
hubspot.owners = [{ id: '1', email: 'eva@shop.example', firstName: 'Eva', lastName: 'Horváthová' }]
const people = [
  ['Ada', 'Byron', '+421 905 123 456', 'customer'],
  ['Ján', 'Kováč', '', 'lead'],
  ['Zoë', 'Müller', '+49 30 123456', 'evangelist'],
]
for (const [n, [firstname = '', lastname = '', phone = '', lifecyclestage = '']] of people.entries())
  hubspot.crm.create('contacts', {
    properties: { firstname, lastname, email: `contact${n + 1}@shop.example`, phone, lifecyclestage },
  })
const stripe = await fakeStripe()
stripe.state.webhook_url = `${origin}/api/stripe/webhook`
const vies = await fakeVies()

process.stdout.write(`
  HubSpot: ${hubspot.url} shows the contacts of the account and announces changes.
  Stripe:  pay on the page of the checkout; the portal (Settings → Billing) ends periods and declines payments.
  VIES:    SK2020304050 is valid, every other number isn't.
`)
const product = spawn(process.execPath, ['scripts/start.mjs', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...hubspot.environment,
    ...stripe.environment,
    ...vies.environment,
    EGRESS_ALLOW: [
      process.env['EGRESS_ALLOW'],
      stripe.environment.EGRESS_ALLOW,
      vies.environment.EGRESS_ALLOW,
    ]
      .filter(Boolean)
      .join(),
    DATA_DIR: data_dir,
  },
})
// Ctrl+C is sent to all processes; this one exits with the product.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill(signal))
product.on('close', (code) => {
  rmSync(data_dir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
