import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Problem } from '@ozvi/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { cacheForever, serveFolder } from './assets.ts'

test('404 a file that a build has removed is missing until it is there again, and 304 if unchanged', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'ozvi-assets-'))
  const file = path.join(root, 'page-1.js')
  writeFileSync(file, 'export {}')
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => reply.code(error instanceof Problem ? 404 : 500).send())
  serveFolder(app, { root, prefix: '/assets/', cache: cacheForever })
  const get = () => app.inject('/assets/page-1.js')

  rmSync(file)
  expect(await get()).toMatchObject({ statusCode: 404 })
  writeFileSync(file, 'export {}')
  expect(await get()).toMatchObject({ statusCode: 200, body: 'export {}' })
  const { etag } = (await get()).headers
  const again = await app.inject({ url: '/assets/page-1.js', headers: { 'if-none-match': `W/${etag}` } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  // Read once.
  rmSync(file)
  expect(await get()).toMatchObject({ statusCode: 200, body: 'export {}' })
  await app.close()
  rmSync(root, { recursive: true })
})
