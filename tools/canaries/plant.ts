import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..', '..')

/** A scratch copy of the project's configuration with planted faults. */
export interface Scratch {
  folder: string
  /** Runs one of the project's tools there, as the test run does. */
  run(tool: string, ...args: string[]): { code: number | null; stdout: string; output: string }
}

/**
 * Creates a scratch copy that is deleted after `look`.
 *
 * @param kept files and folders of the project that the tool reads: configuration, manifests
 * @param planted path → content
 * @param hasPackages whether installed packages are the real ones; otherwise only the planted workspaces
 */
export function plant<T>(
  {
    kept,
    planted,
    hasPackages = false,
  }: { kept: string[]; planted: Record<string, string>; hasPackages?: boolean },
  inspect: (scratch: Scratch) => T,
): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'ozvi-canary-'))
  for (const name of kept) cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  for (const [name, content] of Object.entries(planted)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  const packages = path.join(folder, 'node_modules')
  if (hasPackages) symlinkSync(path.join(root, 'node_modules'), packages)
  else mkdirSync(path.join(packages, '@ozvi'), { recursive: true })
  for (const name of hasPackages ? [] : ['contract', 'wire']) {
    symlinkSync(path.join(folder, name), path.join(packages, '@ozvi', name))
  }
  const scratch: Scratch = {
    folder,
    run(tool, ...args) {
      const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules', '.bin', tool), args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      })
      return { code: status, stdout, output: `${stdout}${stderr}` }
    },
  }
  try {
    return inspect(scratch)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
