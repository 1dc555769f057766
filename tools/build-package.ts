import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/*
 * Builds the package of the current folder into `dist`: plain ESM with declarations, its README and a package.json
 * without anything of this repository. Arguments name additional fields of package.json to publish.
 */

const folder = process.cwd()
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
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
  string,
  unknown
>
const fields = ['name', 'version', 'description', 'type', ...process.argv.slice(2)]
const published = {
  ...Object.fromEntries(fields.map((field) => [field, manifest[field]])),
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
}
writeFileSync(path.join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
copyFileSync(path.join(folder, 'README.md'), path.join(dist, 'README.md'))
