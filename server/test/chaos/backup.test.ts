import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createTextSource,
  getDataSource,
  getUser,
  listMessages,
  listVisitorMessages,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { unpackTemplate } from '../template.ts'
import { newOwner, newVisitor } from './caller.ts'
import { freePort } from '../../../tools/free-port.ts'
import { originOf, startServer } from './server-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ozvi-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** Prerendering isn't needed here. */
const options = { environment: { SITE_WIDGET_KEY: 'off' } }
const warranty = 'The warranty on every bicycle lasts for thirty months from the day of purchase. '

/*
 * Uses the embedded database; a server's is backed up with its own tools.
 */
test('REL-30 a copy of the data folder, restored elsewhere, has people, sessions, conversations, files and keys', async () => {
  const data_dir = path.join(folder, 'first')
  mkdirSync(data_dir)
  await unpackTemplate(data_dir)
  const first = { data_dir, port: await freePort(), realtime_port: await freePort() }
  const server = startServer(first, options)
  await server.ready()
  const owner = await newOwner(first, 'eva')
  const { id: integration_id } = owner.integration
  const source = { id: crypto.randomUUID(), name: 'Warranty', body: warranty.repeat(3) }
  await owner.caller.call(createTextSource, { integration_id, ...source })
  const sourceStatus = async () =>
    (await owner.caller.call(getDataSource, { integration_id, source_id: source.id })).status
  await expect.poll(sourceStatus, { timeout: 60_000 }).toBe('ready')
  const visitor = await newVisitor(first, owner)
  const { conversation_id } = visitor
  const question = { id: crypto.randomUUID(), body: 'How long does the warranty on a bicycle last?' }
  await visitor.caller.call(sendVisitorMessage, { conversation_id, locale: 'en', ...question })
  const read = () => owner.caller.call(listMessages, { integration_id, conversation_id })
  const isAnswered = async () => (await read()).some(({ citations }) => citations.length > 0)
  await expect.poll(isAnswered, { timeout: 60_000 }).toBe(true)
  const [before, user, keys] = [
    await read(),
    await owner.caller.call(getUser, {}),
    readFileSync(path.join(data_dir, 'keys.json'), 'utf8'),
  ]
  const sources = before.flatMap(({ citations }) => citations.map(({ snapshot_url }) => snapshot_url))
  const fetched = () =>
    Promise.all(sources.map(async (url) => (await fetch(new URL(url, originOf(first)))).text()))
  const pages = await fetched()
  expect(await server.stop()).toBe(0)
  execFileSync('tar', ['-C', data_dir, '-czf', path.join(folder, 'backup.tgz'), '.'])
  rmSync(data_dir, { recursive: true })

  const restored = path.join(folder, 'restored')
  mkdirSync(restored)
  execFileSync('tar', ['-C', restored, '-xzf', path.join(folder, 'backup.tgz')])
  const again = startServer({ ...first, data_dir: restored }, options)
  await again.ready()
  // Both browsers keep their state: the same cookies, the same token.
  expect(await read()).toEqual(before)
  expect(await owner.caller.call(getUser, {})).toEqual(user)
  expect((await visitor.caller.call(listVisitorMessages, { conversation_id }))[0]?.body).toBe(question.body)
  expect(await fetched()).toEqual(pages)
  expect(readFileSync(path.join(restored, 'keys.json'), 'utf8')).toBe(keys)
  expect(await again.stop()).toBe(0)

  const others = keys.replace(/"master": "[0-9a-f]{64}"/, `"master": "${'ab'.repeat(32)}"`)
  expect(others).not.toBe(keys)
  writeFileSync(path.join(restored, 'keys.json'), others)
  await expect(startServer({ ...first, data_dir: restored }, options).ready()).rejects.toThrow(
    /not the keys that this database was encrypted with/,
  )
  writeFileSync(path.join(restored, 'keys.json'), keys.slice(0, 40))
  await expect(startServer({ ...first, data_dir: restored }, options).ready()).rejects.toThrow(
    /keys\.json is damaged/,
  )
}, 300_000)
