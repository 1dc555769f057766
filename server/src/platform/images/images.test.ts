import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hour_ms } from '@ozvi/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { createDiskCache } from './disk-cache.ts'
import { readModifiers } from './modifiers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ozvi-images-'))
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2867e4' } })
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

const fetched: string[] = []
/** Another site with a picture, a redirect, a page, and a file that only claims to be a picture. */
const elsewhere = createServer((request, response) => {
  fetched.push(request.url ?? '')
  if (request.url === '/moved.png') response.writeHead(302, { location: '/photo.png' }).end()
  else if (request.url === '/page.png') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  else if (request.url === '/lie.png') response.writeHead(200, { 'content-type': 'image/png' }).end(svg)
  else
    void photo(900, 600)
      .jpeg()
      .toBuffer()
      .then((bytes) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes))
})
await new Promise<void>((resolve) => elsewhere.listen(0, 'localhost', resolve))
const host = `localhost:${(elsewhere.address() as AddressInfo).port}` // listens on a port, not on a pipe

const server = await testServer(
  { IMAGE_HOSTS: `${host}, cdn.example`, EGRESS_ALLOW: host },
  {
    web: {
      render: async () => new Response('a page', { status: 404 }),
      build_id: 'one',
      quotablePages: async () => [],
      picture_dirs: [folder],
    },
  },
)
beforeAll(async () => {
  mkdirSync(path.join(folder, 'images'))
  await photo(2000, 1000)
    .png()
    .toFile(path.join(folder, 'images', 'photo.png'))
  await photo(100, 50).jpeg().withMetadata({ orientation: 6 }).toFile(path.join(folder, 'turned.jpg'))
  writeFileSync(path.join(folder, 'drawing.svg'), svg)
  writeFileSync(path.join(folder, 'drawing.png'), svg)
  writeFileSync(path.join(folder, 'broken.png'), Buffer.from('89504e470d0a1a0a00000000', 'hex'))
  writeFileSync(path.join(folder, '.hidden.png'), 'x')
  writeFileSync(path.join(path.dirname(folder), 'outside.png'), 'x')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  elsewhere.close()
  rmSync(folder, { recursive: true })
})
const ask = (address: string, headers: Record<string, string> = {}) =>
  server.browser().request('GET', `/_image/${address}`, undefined, headers)
/** Format and size of the response. */
async function request(address: string) {
  const reply = await ask(address)
  expect([address, reply.statusCode]).toEqual([address, 200])
  const { format, width, height } = await sharp(reply.rawPayload).metadata()
  return [reply.headers['content-type'], format, width, height]
}

test('S9.13 an image of ours is resized to the requested width, as webp by default', async () => {
  expect(await request('w_640/images/photo.png')).toEqual(['image/webp', 'webp', 640, 320])
  expect(await request('w_320,f_jpeg/images/photo.png')).toEqual(['image/jpeg', 'jpeg', 320, 160])
  expect(await request('f_png,w_96/images/photo.png')).toEqual(['image/png', 'png', 96, 48])
})
test('S9.13 an image is never enlarged, and is rotated by its orientation', async () => {
  expect(await request('w_1536/turned.jpg')).toEqual(['image/webp', 'webp', 50, 100])
})
test('S9.13 browsers cache an image for a day, and it is generated again when its file has changed', async () => {
  const first = await ask('w_320/images/photo.png')
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  const etag = String(first.headers['etag'])
  for (const known of [etag, `W/${etag}`])
    expect((await ask('w_320/images/photo.png', { 'if-none-match': known })).statusCode).toBe(304)
  utimesSync(path.join(folder, 'images', 'photo.png'), new Date(), new Date(Date.now() + 5000))
  expect((await ask('w_320/images/photo.png', { 'if-none-match': etag })).statusCode).toBe(200)
})
test('S9.13 generated images are cached on disk', async () => {
  const result = path.join(server.config.data_dir, 'cache', 'images')
  await ask('w_768/images/photo.png')
  const before = readdirSync(result).length
  await Promise.all([
    ask('w_1024/images/photo.png'),
    ask('w_1024/images/photo.png'),
    ask('w_768/images/photo.png'),
  ])
  expect(readdirSync(result).length).toBe(before + 1)
})
test.each([
  'w_640/images/none.png',
  'w_640/../outside.png',
  'w_640/%2e%2e%2foutside.png',
  'w_640/images/..%2f..%2foutside.png',
  'w_640/.hidden.png',
  'w_640/drawing.svg',
  'w_640/images',
  'w_640//etc/passwd.png',
])('404 S9.13 %s isn’t an image of ours', async (address) => {
  expect((await ask(address)).statusCode).toBe(404)
})
test('413 SEC-34 S9.13 an image that decompresses to too much is rejected, and the next one is generated', async () => {
  const bomb = path.join(folder, 'bomb.png')
  await photo(6000, 4100).png().toFile(bomb)
  expect(statSync(bomb).size).toBeLessThan(1_000_000)
  expect((await ask('w_48/bomb.png')).statusCode).toBe(413)
  writeFileSync(path.join(folder, 'heavy.png'), Buffer.alloc(10_000_001))
  expect((await ask('w_48/heavy.png')).statusCode).toBe(413)
  expect(await request('w_192/images/photo.png')).toEqual(['image/webp', 'webp', 192, 96])
})
test.each(['w_640/drawing.png', 'w_640/broken.png'])(
  '415 S9.13 %s is called a picture and is none',
  async (address) => {
    expect((await ask(address)).statusCode).toBe(415)
  },
)
test.each([
  ...['w_0', 'w_1501', 'w_641', 'w_3073', 'w_-1', 'w_1e3', 'w_0640', 'w', '_', 'f_webp', ''],
  ...[
    'w_640,q_80',
    'w_640,h_320',
    'w_640,f_gif',
    'w_640,f_avif',
    'w_640,fit_fill',
    'w_640,blur_9',
    's_320x320',
  ],
])(
  '422 S9.13 %j, which no page uses, is rejected at its field before anything is read',
  async (modifiers) => {
    const reply = await ask(`${modifiers}/images/photo.png`)
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['modifiers']])
  },
)
test('S9.13 an image of an allowed host is fetched once a day through the guard', async () => {
  expect(await request(`w_320/http://${host}/photo.png`)).toEqual(['image/webp', 'webp', 320, 213])
  const count = fetched.length
  // A proxy has collapsed two slashes into one.
  expect(await request(`w_320/http:/${host}/photo.png`)).toEqual(['image/webp', 'webp', 320, 213])
  expect(fetched.length).toBe(count)
  await server.later(25 * hour_ms, async () => {
    await request(`w_320/http://${host}/photo.png`)
  })
  expect(fetched.length).toBe(count + 1)
})
test.each([
  ['https://elsewhere.example/a.png', 'url_blocked'],
  [`http://localhost.example/a.png`, 'url_blocked'],
  ['http://169.254.169.254/latest/meta-data', 'url_blocked'],
  [`http://user:pass@${host}/photo.png`, 'url_invalid'],
  ['http://', 'url_invalid'],
])('422 S9.13 SEC-36 %s isn’t fetched', async (address) => {
  const count = fetched.length
  const reply = await ask(`w_320/${encodeURIComponent(address)}`)
  expect([reply.statusCode, Object.keys(reply.json().errors), fetched.length]).toEqual([422, ['url'], count])
})
test('404 415 S9.13 SEC-36 an allowed host that redirects, or sends no image or a wrong type, is rejected', async () => {
  expect((await ask(`w_320/http://${host}/moved.png`)).statusCode).toBe(404)
  expect((await ask(`w_320/http://${host}/page.png`)).statusCode).toBe(404)
  expect((await ask(`w_320/http://${host}/lie.png`)).statusCode).toBe(415)
  // Allowed by name, but the egress guard finds no public address for it.
  expect((await ask('w_320/https://cdn.example/a.png')).statusCode).toBe(404)
})
test('S9.13 above the limit the least recently used images are deleted first', async () => {
  const place = path.join(folder, 'cache')
  const cache = createDiskCache(place, 250)
  const hundred = Buffer.alloc(100)
  await cache.put('a', hundred, 1)
  await cache.put('b', hundred, 2)
  await cache.get('a', 3)
  await cache.put('c', hundred, 4)
  expect(readdirSync(place).sort()).toEqual(['a', 'c'])
  writeFileSync(path.join(place, 'half.part'), 'x')
  const again = createDiskCache(place, 250)
  expect(await again.get('c', 5)).toEqual(hundred)
  expect([await again.get('b', 5), readdirSync(place).sort()]).toEqual([undefined, ['a', 'c']])
})
test('S9.13 every width that pages use is generated', () => {
  const breakpoints = [320, 640, 768, 1024, 1280, 1536]
  for (const width of [48, 96, 192, ...breakpoints, ...breakpoints.map((px) => px * 2)])
    expect(readModifiers(`w_${width}`)).toEqual({ width, format: 'webp' })
})
test('503 S9.13 while 20 images wait, further ones are rejected, and generated later', async () => {
  const names = Array.from({ length: 26 }, (_, index) => `many-${index}.png`)
  const many = await photo(800, 600).png().toBuffer()
  for (const name of names) writeFileSync(path.join(folder, name), many)
  const replies = await Promise.all(names.map((name) => ask(`w_320/${name}`)))
  const rejected = replies.filter(({ statusCode }) => statusCode === 503)
  expect(rejected.length).toBeGreaterThan(0)
  expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(20)
  for (const { headers } of rejected) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(`w_320/${names.at(-1)}`)).statusCode).toBe(200)
})
test('429 SEC-47 S9.13 a network can have 20 images generated a minute; cached ones don’t count', async () => {
  const strict = await testServer(
    { RATE_LIMITS: 'strict' },
    {
      web: {
        render: async () => new Response('a page', { status: 404 }),
        build_id: 'one',
        quotablePages: async () => [],
        picture_dirs: [folder],
      },
    },
  )
  const one = strict.browser()
  const status = async (address: string) => (await one.request('GET', `/_image/${address}`)).statusCode
  const mine = await photo(800, 600).png().toBuffer()
  for (let index = 0; index <= 20; index++) writeFileSync(path.join(folder, `mine-${index}.png`), mine)
  for (let index = 0; index < 20; index++) expect(await status(`w_96/mine-${index}.png`)).toBe(200)
  expect(await status('w_96/mine-20.png')).toBe(429)
  expect(await status('w_96/mine-0.png')).toBe(200)
  await strict[Symbol.asyncDispose]()
})
