import {
  chooseLogo,
  previousLogoHours,
  getIntegration,
  type Integration,
  listIntegrations,
  logoPath,
  importWebsiteIcon,
  updateIntegration,
  uploadLogo,
  hour_ms,
} from '@ozvi/contract'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { fakeSite } from '../../../test/fake-site.ts'
import { deleteLogoJob } from './jobs.ts'

const site = await fakeSite()
const inner = await fakeSite()
const server = await testServer({ EGRESS_ALLOW: site.host }, { isAnswering: false })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  site.close()
  inner.close()
})

async function send(who: Browser, integration_id: string, content: Uint8Array | string) {
  const fields = new FormData()
  fields.set('file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], 'logo.png'))
  const body = new Response(fields)
  const reply = await who.request(
    'POST',
    uploadLogo.path.replace(':integration_id', integration_id),
    Buffer.from(await body.arrayBuffer()),
    { 'content-type': body.headers.get('content-type') ?? '' },
  )
  // The reply's own schema, or an error.
  const { data, errors } = reply.json() as { data: Integration; errors?: Record<string, string[]> }
  return { status: reply.statusCode, logo_id: data?.logo_id ?? '', errors }
}
/** A logo much wider than high. */
const wide = (background: string, width = 900, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const read = (integration_id: string, logo_id: string) =>
  server.browser().request('GET', logoPath(integration_id, logo_id))
const keptKeys = async (integration_id: string) =>
  (
    await server.ctx.db
      .selectFrom('integration_logo')
      .where('integration_id', '=', integration_id)
      .select('file_key')
      .execute()
  ).map(({ file_key }) => file_key)

test('a logo is fitted into a square and encoded again; anyone with its id can see it', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { status, logo_id } = await send(browser, integration_id, await wide('#c00'))
  expect(status).toBe(200)
  const reply = await read(integration_id, logo_id)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([512, 512, 4])
  const opacityAt = (left: number, top: number) => data[(top * info.width + left) * 4 + 3]
  // its full width, and nothing above
  expect([opacityAt(2, 256), opacityAt(509, 256), opacityAt(256, 20)]).toEqual([255, 255, 0])

  const small = await send(browser, integration_id, await wide('#00c', 64, 40))
  expect(await sharp((await read(integration_id, small.logo_id)).rawPayload).metadata()).toMatchObject({
    width: 64,
    height: 64,
  })
})

test('old state + events = new state: a replaced logo is hidden, can be selected again for a day, and is then deleted', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(`presence-integration.${integration_id}`, 'IntegrationChanged')
  const visible = async () => (await browser.call(getIntegration, { integration_id })).logo_id
  const first = (await send(browser, integration_id, await wide('#c00'))).logo_id
  await browser.call(chooseLogo, { integration_id, logo_id: null })
  expect([await visible(), (await read(integration_id, first)).statusCode]).toEqual([null, 404])
  await browser.call(chooseLogo, { integration_id, logo_id: first })
  expect([await visible(), (await read(integration_id, first)).statusCode]).toEqual([first, 200])

  const second = (await send(browser, integration_id, await wide('#00c'))).logo_id
  expect((await browser.call(listIntegrations, {}))[0]).toMatchObject({ logo_id: second })
  await browser.call(chooseLogo, { integration_id, logo_id: first })
  await browser.call(chooseLogo, { integration_id, logo_id: second })
  await browser.call(chooseLogo, { integration_id, logo_id: second }) // unchanged: no event
  expect(events.map(({ data }) => data)).toEqual(Array.from({ length: 6 }, () => ({ integration_id })))

  const saved = await keptKeys(integration_id)
  expect(saved.length).toBe(2)
  const runDeletion = () =>
    server.ctx.transaction((tx) => tx.enqueue(deleteLogoJob, { integration_id, id: first }))
  const looked = async () => {
    const { rows } = await server.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where name = $1 and state = 'completed'`,
      [deleteLogoJob.name],
    )
    return rows[0]?.n
  }
  await runDeletion()
  await expect.poll(looked).toBe(1)
  expect(await keptKeys(integration_id)).toEqual(saved)
  await server.later(previousLogoHours * hour_ms, async () => {
    await runDeletion()
    await expect.poll(looked).toBe(2)
  })
  const left = await keptKeys(integration_id)
  expect(left.length).toBe(1)
  for (const key of saved) {
    const stored = await server.ctx.files.get(key)
    stored?.stream.destroy()
    expect(stored !== undefined, key).toBe(left.includes(key))
  }
  expect((await read(integration_id, second)).statusCode).toBe(200)
  await expect(browser.call(chooseLogo, { integration_id, logo_id: first })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { logo_id: [expect.any(String)] },
  })
})

test('422: a file that isn’t a picture, or is broken, is rejected at its field, and nothing is stored', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const content of [svg, 'words', (await wide('#c00')).subarray(0, 400)])
    expect(await send(browser, integration_id, content)).toMatchObject({
      status: 422,
      errors: { file: [expect.any(String)] },
    })
  expect(await keptKeys(integration_id)).toEqual([])
})

test('SEC-10 404: a logo of another workspace can’t be read, used or changed', async () => {
  const a = await server.seed.integration()
  const b = await server.seed.integration()
  const { logo_id } = await send(a.browser, a.integration_id, await wide('#c00'))
  expect((await read(b.integration_id, logo_id)).statusCode).toBe(404)
  expect((await read('nobody', logo_id)).statusCode).toBe(404)
  await expect(
    b.browser.call(chooseLogo, { integration_id: b.integration_id, logo_id }),
  ).rejects.toMatchObject({ code: 'invalid_input', errors: { logo_id: [expect.any(String)] } })
  expect((await send(b.browser, a.integration_id, await wide('#00c'))).status).toBe(404)
  await expect(
    b.browser.call(chooseLogo, { integration_id: a.integration_id, logo_id: null }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await a.browser.call(getIntegration, { integration_id: a.integration_id })).toMatchObject({
    logo_id,
  })
})

test('403: an editor sees the logo and can’t change it', async () => {
  const { integration_id } = await server.seed.integration()
  const editor = await server.seed.member(integration_id, 'editor')
  expect((await send(editor.browser, integration_id, await wide('#c00'))).status).toBe(403)
  await expect(editor.browser.call(chooseLogo, { integration_id, logo_id: null })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('422 the website’s icon becomes the logo; without a usable one nothing changes', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const key = { integration_id }
  const take = () => browser.call(importWebsiteIcon, key)
  await browser.call(updateIntegration, { integration_id: integration.public_key, url: site.origin })
  const icon = await wide('#0c0', 180, 180)
  site.pages['/'] = '<link rel="icon" href="/favicon.ico"><link rel="apple-touch-icon" href="/touch.png">'
  site.pages['/touch.png'] = (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'image/png' }).end(icon)
  const { logo_id } = await take()
  expect(await sharp((await read(integration_id, logo_id ?? '')).rawPayload).metadata()).toMatchObject({
    format: 'webp',
    width: 180,
  })
  // a file that only claims to be a picture, one that isn't linked, and one that isn't accessible
  site.pages['/touch.png'] = (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>')
  await expect(take()).rejects.toMatchObject({ errors: { file: [expect.any(String)] } })
  site.pages['/'] = '<title>Bean</title>'
  await expect(take()).rejects.toMatchObject({ code: 'invalid_input' })
  site.pages['/'] = `<link rel="icon" href="${inner.origin}/touch.png">`
  await expect(take()).rejects.toMatchObject({ code: 'invalid_input' })
  expect(inner.asked).toEqual([])
  expect((await browser.call(getIntegration, key)).logo_id).toBe(logo_id)
  const otherUser = await server.seed.integration()
  await expect(otherUser.browser.call(importWebsiteIcon, key)).rejects.toMatchObject({ code: 'not_found' })
  const editor = await server.seed.member(integration_id, 'editor')
  await expect(editor.browser.call(importWebsiteIcon, key)).rejects.toMatchObject({ code: 'forbidden' })
})
