import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { environmentWith, findNode, installPackages, root } from './packages.mjs'

/*
 * node scripts/run.mjs [--tools] [--build] <file> [arguments]
 * Runs a TypeScript file with a recent enough Node. `--tools` also installs the packages of tests and checks, `--build`
 * builds the server, for files that start it.
 */

const args = process.argv.slice(2)
const isOption = (/** @type {string} */ word) => word === '--tools' || word === '--build'
const first = args.findIndex((word) => !isOption(word))
const options = args.slice(0, first)
await installPackages({ withTools: options.includes('--tools') })
const node = findNode()
const env = environmentWith(node)
if (options.includes('--build') && !(await build(env, ['server']))) process.exit(1)
const child = spawn(node, args.slice(first), { cwd: root, env, stdio: 'inherit' })
// Ctrl+C is sent to both processes; this one exits with the child.
process.on('SIGINT', () => {})
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.on('close', (code) => process.exit(code ?? 1))
