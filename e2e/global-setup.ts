import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { fakeModel } from '../server/test/fake-model.ts'
import './common-app-server.ts'
import { warmDataDir, startIn, startAppServer } from './app-server.ts'

const results = path.join(import.meta.dirname, '../test-results')

/** Makes the data folder that every journey but the newcomer's begins with, and starts what most of them share. */
export async function setup(project: TestProject) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-begun-'))
  const warmServer = await startIn(data_dir, {})
  await warmServer.stop({ keepData: true })
  process.env[warmDataDir] = data_dir
  const model = await fakeModel()
  // Fixes the spelling of a reply, "translates" every message, and summarizes any conversation in the same words.
  model.behavior = ({ messages }) => {
    const tags = messages.at(-1)?.content.match(/<m\d+>/g)
    if (tags) return tags.map((tag) => `${tag}Translated${tag.replace('<', '</')}`).join('\n')
    const reply = /<text>\n([^<]+)\n<\/text>/.exec(messages.at(-1)?.content ?? '')?.[1]
    return reply?.replace('Helo', 'Hello') ?? 'The customer asks about the opening hours.'
  }
  const appServer = await startAppServer({ EGRESS_ALLOW: model.host })
  project.provide('common_origin', appServer.origin)
  project.provide('model', { base_url: model.base_url, key: model.key })
  return async () => {
    await appServer.stop()
    model.close()
    // What it complained of may be why a journey went wrong.
    mkdirSync(results, { recursive: true })
    writeFileSync(path.join(results, 'e2e-product.txt'), appServer.log())
    rmSync(data_dir, { recursive: true, force: true })
  }
}
