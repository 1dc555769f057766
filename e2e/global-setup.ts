import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../server/test/built-server.ts'
import { fakeModel } from '../server/test/fake-model.ts'
import { onServer } from '../server/test/postgres-server.ts'
import './common-app-server.ts'
import { freePort } from '../tools/free-port.ts'
import { warmDatabase, warmDataDir, startAppServer } from './app-server.ts'

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, 'test-results')

/** Creates a migrated database that servers start with, in a process of its own, because that loads the whole server. */
function createDatabase(server_url: string) {
  const name = `ozvi_e2e_${crypto.randomUUID().replaceAll('-', '')}`
  execFileSync(process.execPath, ['server/test/create-database.ts', name], { cwd: root, stdio: 'inherit' })
  process.env[warmDatabase] = name
  return () => onServer(server_url, `drop database if exists ${name} with (force)`)
}
/** The same for the embedded database. */
function createDataDir() {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-begun-'))
  execFileSync(process.execPath, ['server/test/unpack-template.ts', data_dir], {
    cwd: root,
    stdio: 'inherit',
  })
  process.env[warmDataDir] = data_dir
  return () => rm(data_dir, { recursive: true, force: true })
}

/** Creates the database that all tests but the newcomer's start with, and starts the server that most share. */
export async function setup(project: TestProject) {
  await buildServer()
  const server_url = process.env['TEST_DATABASE_URL']
  const removeTemplate = server_url ? createDatabase(server_url) : createDataDir()
  const model = await fakeModel()
  // Corrects a reply's spelling, "translates" every message, and returns the same summary for any conversation. The model
  // `echo` answers with what it is sent.
  model.behavior = (request) => {
    const { messages } = request
    if (request.model === 'echo') return messages.at(-1)?.content ?? ''
    const tags = messages.at(-1)?.content.match(/<m\d+>/g)
    if (tags) return tags.map((tag) => `${tag}Translated${tag.replace('<', '</')}`).join('\n')
    const reply = /<text>\n([^<]+)\n<\/text>/.exec(messages.at(-1)?.content ?? '')?.[1]
    return reply?.replace('Helo', 'Hello') ?? 'The customer asks about the opening hours.'
  }
  const webhook_port = await freePort()
  const appServer = await startAppServer({ EGRESS_ALLOW: `${model.host},127.0.0.1:${webhook_port}` })
  project.provide('common_origin', appServer.origin)
  project.provide('webhook_port', webhook_port)
  project.provide('model', { base_url: model.base_url, key: model.key })
  return async () => {
    await appServer.stop()
    await removeTemplate()
    model.close()
    // Its errors may explain a failed test.
    mkdirSync(results, { recursive: true })
    writeFileSync(path.join(results, 'e2e-product.txt'), appServer.log())
  }
}
