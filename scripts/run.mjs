import { spawn } from 'node:child_process'
import { environmentWith, findNode, installPackages, root } from './packages.mjs'

/*
 * node scripts/run.mjs [--tools] <file> [arguments]
 * Runs a TypeScript file with a recent enough Node. `--tools` also installs the packages of tests and checks.
 */

const withTools = process.argv[2] === '--tools'
await installPackages({ withTools })
const node = findNode()
const child = spawn(node, process.argv.slice(withTools ? 3 : 2), {
  cwd: root,
  env: environmentWith(node),
  stdio: 'inherit',
})
// Ctrl+C is sent to both processes; this one exits with the child.
process.on('SIGINT', () => {})
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.on('close', (code) => process.exit(code ?? 1))
