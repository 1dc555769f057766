import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore, FileTooLarge, newFileKey, createFileStore } from './index.ts'
import { fakeS3 } from './test/fake-s3.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'files-'))
let s3: Awaited<ReturnType<typeof fakeS3>>
beforeAll(async () => {
  s3 = await fakeS3()
})
afterAll(() => {
  s3.close()
  rmSync(data_dir, { recursive: true })
})

const picture = { content_type: 'image/png', max_bytes: 1_000_000 }
const drafts = () => readdirSync(join(data_dir, 'files/.incoming'))

describe.each([
  ['in a folder', () => createFileStore({ data_dir })],
  ['in a bucket', () => createFileStore({ data_dir, s3: s3.settings })],
])('kept %s,', (_where, open) => {
  let files: FileStore
  beforeAll(async () => {
    files = await open()
  })
  const read = async (key: string) => {
    const file = await files.get(key)
    return file && { ...file, stream: undefined, body: await buffer(file.stream) }
  }

  test('a file is returned byte for byte with its type and size', async () => {
    const key = newFileKey('logo')
    const body = randomBytes(300_000)
    expect(await files.put(key, body, picture)).toEqual({ size: 300_000 })
    expect(await read(key)).toMatchObject({ body, size: 300_000, content_type: 'image/png' })
  })

  test('a stream is stored as it arrives, also an empty one', async () => {
    const [key, empty] = [newFileKey(), newFileKey()]
    await files.put(key, Readable.from([Buffer.from('one '), Buffer.from('two')]), picture)
    await files.put(empty, Readable.from([]), picture)
    expect(String((await read(key))?.body)).toBe('one two')
    expect(await read(empty)).toMatchObject({ size: 0 })
  })

  test('a second put replaces the first, including its type', async () => {
    const key = newFileKey()
    await files.put(key, Buffer.from('old'), picture)
    await files.put(key, Buffer.from('new'), { content_type: 'text/plain', max_bytes: 10 })
    expect(await read(key)).toMatchObject({ body: Buffer.from('new'), content_type: 'text/plain' })
  })

  test('SEC-35 content over its limit is rejected while it arrives, and nothing is kept', async () => {
    const key = newFileKey()
    let chunks = 0
    const endless = Readable.from(
      (function* () {
        for (;;) {
          chunks++
          yield Buffer.alloc(10_000)
        }
      })(),
    )
    await expect(files.put(key, endless, { ...picture, max_bytes: 25_000 })).rejects.toThrow(FileTooLarge)
    expect(chunks).toBeLessThan(50)
    expect(endless.destroyed).toBe(true)
    expect(await files.get(key)).toBeUndefined()
    expect(drafts()).toEqual([])
  })

  test('an aborted upload leaves nothing', async () => {
    const key = newFileKey()
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('connection reset')
      })(),
    )
    await expect(files.put(key, broken, picture)).rejects.toThrow('connection reset')
    expect(await files.get(key)).toBeUndefined()
    expect(drafts()).toEqual([])
  })

  test('a removed file is absent, and removing it again is no error', async () => {
    const key = newFileKey()
    await files.put(key, Buffer.from('x'), picture)
    await files.remove(key)
    await files.remove(key)
    expect(await files.get(key)).toBeUndefined()
  })

  test.each([
    '../secrets',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.hidden',
    'a.type',
    'A',
    'a\0',
    'a\\b',
    'x'.repeat(201),
  ])('SEC-33 the key %j is rejected before any access', async (key) => {
    await expect(files.put(key, Buffer.from('x'), picture)).rejects.toThrow('Not a file key')
    await expect(files.get(key)).rejects.toThrow('Not a file key')
    await expect(files.remove(key)).rejects.toThrow('Not a file key')
  })
})

test('SEC-33 keys can’t be guessed from one another', () => {
  const keys = Array.from({ length: 100 }, () => newFileKey('chat'))
  expect(new Set(keys).size).toBe(100)
  expect(keys.every((key) => /^chat\/[0-9a-f]{40}$/.test(key))).toBe(true)
})

test('files half-written by a killed process are deleted at the next start', async () => {
  const incoming = join(data_dir, 'files/.incoming')
  writeFileSync(join(incoming, 'half'), 'half')
  await createFileStore({ data_dir })
  expect(readdirSync(incoming)).toEqual([])
})

test('a bucket that fails briefly is read again; a failed put is an error and leaves nothing', async () => {
  const files = await createFileStore({ data_dir, s3: s3.settings })
  const key = newFileKey()
  s3.fail(1)
  await expect(files.put(key, Readable.from(['text']), picture)).rejects.toMatchObject({ name: 'SlowDown' })
  expect(drafts()).toEqual([])
  await files.put(key, Readable.from(['text']), picture)
  s3.fail(1)
  expect(await files.get(key)).toMatchObject({ size: 4 })
})

test('a file that is already gone from a bucket can be removed', async () => {
  const files = await createFileStore({ data_dir, s3: s3.settings })
  const key = newFileKey()
  await files.remove(key)
  expect(await files.get(key)).toBeUndefined()
})

test('a bucket that denies access is an error, not a missing file', async () => {
  const files = await createFileStore({ data_dir, s3: { ...s3.settings, secret_access_key: 'wrong' } })
  await expect(files.get(newFileKey())).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
})

test('a missing bucket is an error, not a missing file', async () => {
  const files = await createFileStore({ data_dir, s3: { ...s3.settings, bucket: 'another' } })
  await expect(files.get(newFileKey())).rejects.toMatchObject({ name: 'NoSuchBucket' })
})
