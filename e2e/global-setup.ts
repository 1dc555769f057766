import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import './common-app-server.ts'
import { warmDataDir, startIn, startAppServer } from './app-server.ts'

const results = path.join(import.meta.dirname, '../test-results')

/** Makes the data folder that every journey but the newcomer's begins with, and starts what most of them share. */
export async function setup(project: TestProject) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-begun-'))
  const warmServer = await startIn(data_dir, {})
  await warmServer.stop({ keepData: true })
  process.env[warmDataDir] = data_dir
  const appServer = await startAppServer()
  project.provide('common_origin', appServer.origin)
  return async () => {
    await appServer.stop()
    // What it complained of may be why a journey went wrong.
    mkdirSync(results, { recursive: true })
    writeFileSync(path.join(results, 'e2e-product.txt'), appServer.log())
    rmSync(data_dir, { recursive: true, force: true })
  }
}
