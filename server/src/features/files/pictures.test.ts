import { listMessages, sendVisitorMessage, uploadAvatar } from '@ozvi/contract'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { cpuTime_ms } from '../../../../tools/cpu-time.ts'
import { type Browser, testServer } from '../../../test/server.ts'
import { memberUrl, photo, newMessage, upload, visitorUrl } from './test/uploads.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('an image that a visitor sends without text is shown to the team with its size, and as the preview', async () => {
  const { browser: member, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const bytes = await photo(640, 480).png().toBuffer()
  const { data } = await upload(visitor.browser, visitorUrl, bytes, 'Screenshot 1.png')
  expect(data).toMatchObject({
    name: 'Screenshot 1.png',
    content_type: 'image/png',
    width: 640,
    height: 480,
  })
  const sent = { conversation_id, locale: 'en' as const, ...newMessage(), file_ids: [data.id] }
  const message = await visitor.browser.call(sendVisitorMessage, sent)
  expect(message.attachments).toEqual([data])
  expect(await visitor.browser.call(sendVisitorMessage, sent)).toEqual(message)
  const [, read] = await member.call(listMessages, { integration_id, conversation_id })
  expect(read?.attachments).toEqual([data])
  const row = await member.request(
    'GET',
    `/api/integration/${integration_id}/conversation/${conversation_id}`,
  )
  expect(row.json().data.last_message_preview).toBe('📎 Screenshot 1.png')
})

test('a photo is encoded again: upright, and without its location', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const taken = await photo(60, 40)
    .withExif({ IFD0: { Copyright: 'CANARY' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data } = await upload(browser, memberUrl(integration_id), taken, 'IMG_1.jpeg')
  expect([data.width, data.height]).toEqual([40, 60])
  const { rawPayload } = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
  expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
  expect(rawPayload.includes('CANARY')).toBe(false)
})

test('SEC-34 a GIF keeps its frames, and nothing else of its file', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const frames = Buffer.concat([20, 90, 160, 230].map((shade) => Buffer.alloc(30 * 20 * 3, shade)))
  const raw = { width: 30, height: 80, channels: 3, pageHeight: 20 } as const
  const gif = await sharp(frames, { raw })
    .gif({ delay: [50, 60, 70, 80], loop: 3 })
    .toBuffer()
  const extension = (label: number, text: string) =>
    Buffer.concat([Buffer.of(0x21, label, text.length), Buffer.from(text), Buffer.of(0)])
  // After the header and its color table.
  const head = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
  const sent = Buffer.concat([
    gif.subarray(0, head),
    extension(0xfe, 'CANARY taken at home'),
    extension(0xff, 'XMP DataXMPCANARY'),
    gif.subarray(head),
    Buffer.from('CANARY<script>'),
  ])
  const { data } = await upload(browser, memberUrl(integration_id), sent, 'wave.gif')
  expect([data.width, data.height]).toEqual([30, 20])
  const { rawPayload } = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
  expect(rawPayload.includes('CANARY')).toBe(false)
  const drawn = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer()
  expect((await drawn(rawPayload)).equals(await drawn(gif))).toBe(true)
  expect(await sharp(rawPayload).metadata()).toMatchObject({ pages: 4, loop: 3, delay: [50, 60, 70, 80] })

  const cut = await upload(browser, memberUrl(integration_id), sent.subarray(0, -60), 'cut.gif')
  expect([cut.status, Object.keys(cut.errors ?? {})]).toEqual([422, ['file']])
})

test('422 SEC-34 an image of 10,000 frames is rejected in milliseconds, and the next one is accepted', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const dot = Buffer.from('2c000000000100010000024401 00'.replaceAll(' ', ''), 'hex')
  const bomb = (frames: number) =>
    Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
      ...Array.from({ length: frames }, () =>
        Buffer.concat([
          Buffer.from('21f9040001000000', 'hex'),
          dot.subarray(0, 11),
          Buffer.of(2, 0x44, 1, 0),
        ]),
      ),
      Buffer.of(0x3b),
    ])
  const took_ms = await cpuTime_ms(async () => {
    const { status, errors } = await upload(browser, memberUrl(integration_id), bomb(10_000), 'bomb.gif')
    expect([status, errors]).toEqual([422, { file: ['An animated picture can have at most 1000 frames.'] }])
  })
  expect(took_ms).toBeLessThan(1_000)
  const next = await upload(browser, memberUrl(integration_id), bomb(3), 'small.gif')
  expect([next.status, next.data.width]).toEqual([200, 1])
})

test('503 SEC-34 SEC-47 pictures of a workspace’s visitors keep neither its team nor other workspaces waiting', async () => {
  const [shop, other] = [await server.seed.conversation(), await server.seed.integration()]
  const large = await photo(3_000, 3_000).png().toBuffer()
  let pending = 40
  const drawn = Promise.withResolvers<void>()
  const flood = Array.from({ length: pending }, async () => {
    const { status } = await upload(shop.visitor.browser, visitorUrl, large, 'large.png')
    pending--
    if (status === 200) drawn.resolve()
    return status
  })
  const small = await photo(8, 8).png().toBuffer()
  const waitingFor = async (who: Browser, url: string) => {
    const { status } = await upload(who, url, small, 'small.png')
    return { status, isInTime: pending > 0 }
  }
  await drawn.promise
  const inTime = { status: 200, isInTime: true }
  expect(await waitingFor(shop.browser, memberUrl(shop.integration_id))).toEqual(inTime)
  expect(await waitingFor(other.browser, memberUrl(other.integration_id))).toEqual(inTime)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200, 503]))
})

/** An animated WebP; neighboring frames differ, because equal ones would be merged. */
const animation = (side_px: number, frames: number) =>
  sharp(
    Buffer.concat(
      Array.from({ length: frames }, (_, n) => Buffer.alloc(side_px * side_px * 3, n % 2 ? 20 : 220)),
    ),
    {
      raw: { width: side_px, height: side_px * frames, channels: 3, pageHeight: side_px },
      limitInputPixels: false,
    },
  )
    .webp({ effort: 0 })
    .toBuffer()

test('SEC-34 an animated WebP can have 40 megapixels per frame, and in total', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const send = (bytes: Buffer) => upload(browser, memberUrl(integration_id), bytes, 'wave.webp')
  const small = await send(await animation(100, 200))
  expect([small.status, small.data.width, small.data.height]).toEqual([200, 100, 100])
  const long = await send(await animation(500, 200))
  expect([long.status, long.errors]).toEqual([
    422,
    { file: ['The frames of an animated picture can have at most 40 megapixels in total.'] },
  ])
  const large = await send(await photo(7_000, 7_000).webp({ effort: 0 }).toBuffer())
  expect([large.status, large.errors]).toEqual([422, { file: ['A picture can have at most 40 megapixels.'] }])
})

test('a profile picture is the first frame of an animation, even if the frames are too large in total', async () => {
  const { browser } = await server.seed.integration()
  expect((await upload(browser, uploadAvatar.path, await animation(500, 200), 'wave.webp')).status).toBe(200)
})
