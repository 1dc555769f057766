import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, log } from './packages.mjs'

/** The builds, with their sources and target folders. */
const builds = [
  { name: 'server', from: ['server', 'wire', 'contract'], to: 'server/dist' },
  // Its pages print numbers of the benchmark.
  { name: 'app', from: ['app', 'wire', 'contract', 'bench/figures.json'], to: 'app/build' },
  { name: 'widget', from: ['widget', 'wire', 'contract'], to: 'widget/dist' },
]
const leftOut = /^(node_modules|build|dist|test|\..*)$|\.test\.tsx?$/

/** @returns {string[]} */
function filesIn(/** @type {string} */ folder) {
  if (folder.endsWith('.json')) return [folder]
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !leftOut.test(name))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(name) : [name]
    })
    .sort()
}

function fingerprint(/** @type {string[]} */ folders) {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  for (const file of folders.flatMap(filesIn)) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** @returns {Promise<string | undefined>} the output of a failed build */
function run(/** @type {string} */ name, /** @type {NodeJS.ProcessEnv} */ env) {
  return new Promise((resolve) => {
    const running = spawn('npm', ['run', 'build', '--silent', '-w', name], {
      cwd: root,
      env: { ...env, NODE_ENV: 'production' },
      shell: process.platform === 'win32',
    })
    let output = ''
    running.stdout.on('data', (text) => (output += text))
    running.stderr.on('data', (text) => (output += text))
    running.on('close', (code) => resolve(code === 0 ? undefined : output))
  })
}

/**
 * Builds what has changed since its last complete build.
 *
 * @param {NodeJS.ProcessEnv} env the environment to build in
 * @param {string[]} names of the builds
 * @param {() => boolean} [isStopping] whether this process is stopping; a build that Ctrl+C ends isn't reported
 * @returns {Promise<boolean>} whether everything is built
 */
export async function build(env, names, isStopping = () => false) {
  const due = builds
    .filter(({ name }) => names.includes(name))
    // Each build removes its stamp first, so a stamp proves a complete build.
    .map((each) => ({ ...each, stamp: path.join(root, each.to, '.sources'), hash: fingerprint(each.from) }))
    .filter(({ stamp, hash }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash)
  if (due.length === 0) return true
  log(`Building the ${due.map(({ name }) => name).join(' and the ')} …`)
  const results = await Promise.all(
    due.map(async ({ name, to, stamp, hash }) => {
      const problem = await run(name, env)
      if (problem !== undefined) {
        if (!isStopping()) log(`The ${name} could not be built:\n${problem}`)
        return false
      }
      mkdirSync(path.join(root, to), { recursive: true })
      writeFileSync(stamp, hash)
      return true
    }),
  )
  return results.every(Boolean)
}
