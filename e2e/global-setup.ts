import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import './common-product.ts'
import { begunDataDir, startIn, startProduct } from './product.ts'

const results = path.join(import.meta.dirname, '../test-results')

/** Makes the data folder that every journey but the newcomer's begins with, and starts what most of them share. */
export async function setup(project: TestProject) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-begun-'))
  const begun = await startIn(data_dir, {})
  await begun.stop({ keepsData: true })
  process.env[begunDataDir] = data_dir
  const product = await startProduct()
  project.provide('common_origin', product.origin)
  return async () => {
    await product.stop()
    // What it complained of may be why a journey went wrong.
    mkdirSync(results, { recursive: true })
    writeFileSync(path.join(results, 'e2e-product.txt'), product.log())
    rmSync(data_dir, { recursive: true, force: true })
  }
}
