import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Runs on any Node, before packages are installed: plain JavaScript without dependencies.
 */

export const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (/** @type {string[]} */ ...names) => path.join(root, ...names)
/** Node for machines with an older one. A separate package, so that other machines don't download it. */
const nodeFolder = inRoot('scripts', 'node')
/** The first Node with `crypto.argon2`. */
const oldestNode = [24, 7]

export const log = (/** @type {string} */ line = '') => void process.stdout.write(`${line}\n`)

/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */
/** @returns {Record<string, Locked>} */
const lockedPackages = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether npm's record of the last install has every package that the lock file names for this machine. */
function isAsLocked(/** @type {string} */ folder, /** @type {boolean} */ withTools) {
  const record = path.join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = lockedPackages(record)
  return Object.entries(lockedPackages(path.join(folder, 'package-lock.json'))).every(
    ([location, selected]) => {
      const isPackage = location.includes('node_modules/') && !selected.link
      const isForHere =
        (withTools || !selected.dev) &&
        (selected.os?.includes(process.platform) ?? !selected.optional) &&
        (selected.cpu?.includes(process.arch) ?? true) &&
        !selected.libc
      if (!isPackage || !isForHere) return true
      const installedVersion = installed[location]
      return (
        installedVersion?.version === selected.version && installedVersion?.integrity === selected.integrity
      )
    },
  )
}

/** @returns {Promise<number | null>} the exit code */
function npmCi(/** @type {string} */ folder, /** @type {string} */ option) {
  const npm = process.env['npm_execpath']
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const args = [...first, 'ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error', option]
  return new Promise((resolve) =>
    spawn(command ?? 'npm', args, {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32' && !npm,
    }).on('close', resolve),
  )
}

/** @returns {Promise<boolean>} whether every package in the lock file of a folder is installed */
async function install(/** @type {string} */ folder, /** @type {boolean} */ withTools) {
  const stampFile = path.join(folder, 'node_modules', '.setup-stamp')
  const fingerprint = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  const fingerprintOf = (/** @type {boolean} */ withAllTools) =>
    `${fingerprint}${withAllTools ? ' with tools' : ''}`
  const storedFingerprint = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (storedFingerprint === fingerprintOf(true) || (!withTools && storedFingerprint === fingerprintOf(false)))
    return true
  if (!isAsLocked(folder, withTools)) {
    if (folder === root) log('Installing packages, less than a minute …')
    if ((await npmCi(folder, withTools ? '--include=dev' : '--omit=dev')) !== 0) return false
  }
  // Only a complete install is stamped, so that an interrupted one is repeated.
  writeFileSync(stampFile, fingerprintOf(withTools))
  return true
}

/**
 * Installs the packages of the lock file, and Node if the machine's is too old. Exits on failure.
 *
 * @param {{ withTools: boolean }} options `withTools` also installs packages that only tests and checks need
 */
export async function installPackages({ withTools }) {
  const results = await Promise.all([
    install(root, withTools),
    isNewEnough(process.execPath) || install(nodeFolder, false),
  ])
  if (results.every(Boolean)) return
  log('The packages could not be installed. Look at the lines above, check the network, and run it again.')
  process.exit(1)
}

function isNewEnough(/** @type {string} */ node) {
  const { stdout, status } = spawnSync(node, ['-v'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? '').trim().slice(1).split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  return status === 0 && (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
}

/** The Node that runs everything else: the machine's own, or the installed one. Exits if there is none. */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const installed = path.join(nodeFolder, 'node_modules', `node-${system}-${process.arch}`, 'bin', file)
  const node = [process.execPath, installed].find(isNewEnough)
  if (node) return node
  log(`Ozvi needs Node ${oldestNode.join('.')} or newer, and this machine has ${process.version}.`)
  log('Install a newer one from https://nodejs.org and run it again.')
  process.exit(1)
}

/**
 * Environment of a command that finds this Node and the installed tools first.
 *
 * @returns {NodeJS.ProcessEnv & { PATH: string }}
 */
export function environmentWith(/** @type {string} */ node) {
  const { PATH, Path, ...rest } = process.env
  const folders = [path.dirname(node), inRoot('node_modules', '.bin'), PATH ?? Path ?? '']
  return {
    ...rest,
    PATH: folders.join(path.delimiter),
    // Caches compiled modules for later starts.
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
  }
}
