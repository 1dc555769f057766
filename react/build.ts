import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/*
 * Builds the package into `dist`: plain ESM with declarations, its README and a package.json without anything of
 * this repository.
 */

const folder = import.meta.dirname
const dist = path.join(folder, 'dist')
rmSync(dist, { recursive: true, force: true })
const tsc = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)
execFileSync(
  process.execPath,
  [
    tsc,
    ...['-p', folder, '--noEmit', 'false', '--outDir', dist, '--rootDir', path.join(folder, 'src')],
    ...['--declaration', '--rewriteRelativeImportExtensions'],
  ],
  { stdio: 'inherit' },
)
// Our own file.
const { name, version, description, type, peerDependencies } = JSON.parse(
  readFileSync(path.join(folder, 'package.json'), 'utf8'),
) as Record<string, unknown>
const published = {
  ...{ name, version, description, type, peerDependencies },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
}
writeFileSync(path.join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
copyFileSync(path.join(folder, 'README.md'), path.join(dist, 'README.md'))
