import {
  deleteScenario,
  listScenarioImages,
  publishScenario,
  saveScenario,
  type ScenarioImage,
  scenarioImagePath,
  unusedImageDays,
  uploadScenarioImage,
  day_ms,
} from '@ozvi/contract'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { deleteUnusedImagesJob } from './jobs.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function send(who: Browser, integration_id: string, content: Uint8Array | string) {
  const fields = new FormData()
  fields.set('file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], 'cup.png'))
  const body = new Response(fields)
  const reply = await who.request(
    'POST',
    uploadScenarioImage.path.replace(':integration_id', integration_id),
    Buffer.from(await body.arrayBuffer()),
    { 'content-type': body.headers.get('content-type') ?? '' },
  )
  // The reply's own schema, or an error.
  const { data, errors } = reply.json() as { data?: ScenarioImage; errors?: Record<string, string[]> }
  return { status: reply.statusCode, image: data, errors }
}
const photo = (width = 1600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .withExif({ IFD0: { Copyright: 'secret' } })
    .jpeg()
    .toBuffer()
const read = (integration_id: string, id: string) =>
  server.browser().request('GET', scenarioImagePath(integration_id, id))

async function uploaded(who: Browser, integration_id: string): Promise<ScenarioImage> {
  const { image } = await send(who, integration_id, await photo())
  if (!image) throw new Error('The image was not stored')
  return image
}
const flowWith = (image: ScenarioImage) => ({
  trigger: { kind: 'conversation_started' as const },
  locales: ['en' as const],
  start_step_id: 'hello',
  steps: [
    {
      id: 'hello',
      kind: 'message' as const,
      text: { en: 'Hello' },
      image: { ...image, alt: { en: 'A red cup' } },
      next: 'bye',
    },
    { id: 'bye', kind: 'end' as const },
  ],
})

test('an image is scaled down and encoded again without its metadata, and anyone with its id sees it', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { status, image } = await send(browser, integration_id, await photo())
  expect([status, image]).toEqual([200, { id: expect.any(String), width: 1024, height: 576 }])
  const reply = await read(integration_id, image?.id ?? '')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(reply.headers['content-security-policy']).toContain('sandbox')
  const { exif, format, width } = await sharp(reply.rawPayload).metadata()
  expect([exif, format, width]).toEqual([undefined, 'webp', 1024])
  expect(await browser.call(listScenarioImages, { integration_id })).toEqual([image])
})

test('422: what isn’t an image, or is damaged, isn’t stored', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const content of [svg, 'words', '', (await photo()).subarray(0, 400), Buffer.alloc(2_000, 0xff)])
    expect(await send(browser, integration_id, content)).toMatchObject({
      status: 422,
      errors: { file: [expect.any(String)] },
    })
  expect(await browser.call(listScenarioImages, { integration_id })).toEqual([])
})

test('SEC-10 404: an image of another workspace can’t be read, listed or published', async () => {
  const a = await server.seed.integration()
  const b = await server.seed.integration()
  const image = await uploaded(a.browser, a.integration_id)
  expect((await read(b.integration_id, image.id)).statusCode).toBe(404)
  expect((await read('nobody', image.id)).statusCode).toBe(404)
  expect((await send(b.browser, a.integration_id, await photo())).status).toBe(404)
  await expect(b.browser.call(listScenarioImages, a)).rejects.toMatchObject({ code: 'not_found' })
  const key = { integration_id: b.integration_id, scenario_id: crypto.randomUUID() }
  await b.browser.call(saveScenario, { ...key, name: 'Copied', flow: flowWith(image) })
  await expect(b.browser.call(publishScenario, key)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { 'flow.steps.hello.image': [expect.any(String)] },
  })
})

test('403: members who can’t edit scenarios can’t upload images', async () => {
  const { integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  expect((await send(agent.browser, integration_id, await photo())).status).toBe(403)
})

test('old state + events = new state: an image stays while a draft or a version shows it, and is deleted after that', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const [inDraft, inVersion, unused] = [
    await uploaded(browser, integration_id),
    await uploaded(browser, integration_id),
    await uploaded(browser, integration_id),
  ]
  const scenario_id = crypto.randomUUID()
  const key = { integration_id, scenario_id }
  const save = (image: ScenarioImage) =>
    browser.call(saveScenario, { ...key, name: 'Cups', flow: flowWith(image) })
  await save(inVersion)
  await browser.call(publishScenario, key)
  await save(inDraft)
  const statuses = async () =>
    Promise.all(
      [inDraft, inVersion, unused].map(async ({ id }) => (await read(integration_id, id)).statusCode),
    )
  const cleanUp = async (days: number) => {
    await server.later(days * day_ms, async () => {
      const done = async () => {
        const { rows } = await server.database.pool.query<{ n: number }>(
          `select count(*)::int as n from pgboss.job where name = $1 and state = 'completed'`,
          [deleteUnusedImagesJob.name],
        )
        return rows[0]?.n ?? 0
      }
      const before = await done()
      await server.ctx.transaction((tx) => tx.enqueue(deleteUnusedImagesJob, {}))
      await expect.poll(done).toBe(before + 1)
    })
  }
  await cleanUp(unusedImageDays - 1)
  expect(await statuses()).toEqual([200, 200, 200])
  await cleanUp(unusedImageDays + 1)
  expect(await statuses()).toEqual([200, 200, 404])
  // It can be restored.
  await browser.call(deleteScenario, key)
  await cleanUp(unusedImageDays + 1)
  expect(await statuses()).toEqual([200, 200, 404])
})
