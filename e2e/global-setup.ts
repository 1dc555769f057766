import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { begunDataDir, startIn } from './product.ts'

/** Makes the data folder that every journey but the newcomer's begins with. */
export async function setup() {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-begun-'))
  const product = await startIn(data_dir, {})
  await product.stop({ keepsData: true })
  process.env[begunDataDir] = data_dir
  return () => rmSync(data_dir, { recursive: true, force: true })
}
