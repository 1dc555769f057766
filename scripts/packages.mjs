import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Everything here runs on whatever Node the machine has, before any package is installed: plain JavaScript,
 * no dependency.
 */

export const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (/** @type {string[]} */ ...names) => path.join(root, ...names)
const stamp = inRoot('node_modules', '.setup-stamp')
/** The first Node with `crypto.argon2`. */
const oldestNode = [24, 7]

export const log = (/** @type {string} */ line = '') => void process.stdout.write(`${line}\n`)

/** @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }>} */
const lockedPackages = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether npm's own record of what it installed last is what the lock asks for on this machine. */
function isAsLocked() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = lockedPackages(record)
  return Object.entries(lockedPackages(inRoot('package-lock.json'))).every(([place, selected]) => {
    const isPackage = place.includes('node_modules/') && !selected.link
    const isForHere =
      (selected.os?.includes(process.platform) ?? !selected.optional) &&
      (selected.cpu?.includes(process.arch) ?? true) &&
      !selected.libc
    if (!isPackage || !isForHere) return true
    const installedVersion = installed[place]
    return (
      installedVersion?.version === selected.version && installedVersion?.integrity === selected.integrity
    )
  })
}

/** Installs what the lock names, unless that is what lies there already. Ends the process when it cannot. */
export function installPackages() {
  const fingerprint = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  if (!isAsLocked()) {
    log('Installing packages, about a minute …')
    const npm = process.env['npm_execpath']
    const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
    const args = [...first, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
    const { status } = spawnSync(command ?? 'npm', [...args, '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32' && !npm,
    })
    if (status !== 0) {
      log(
        'The packages could not be installed. Look at the lines above, check the network, and run it again.',
      )
      process.exit(1)
    }
  }
  // Only a whole install is stamped, so that one cut short is done again.
  writeFileSync(stamp, fingerprint)
}

function isNewEnough(/** @type {string} */ node) {
  const { stdout, status } = spawnSync(node, ['-v'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? '').trim().slice(1).split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  return status === 0 && (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
}

/**
 * The Node that runs everything else: the one the lock pins, else the machine's own when it is new enough.
 * Ends the process when there is neither.
 */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = inRoot('node_modules', `node-${system}-${process.arch}`, 'bin', file)
  const node = [pinned, process.execPath].find(isNewEnough)
  if (node) return node
  log(`Ozvi needs Node ${oldestNode.join('.')} or newer, and this machine has ${process.version}.`)
  log('Install a newer one from https://nodejs.org and run it again.')
  process.exit(1)
}

/**
 * The environment of a command that must find that Node and the installed tools before any other.
 *
 * @returns {NodeJS.ProcessEnv & { PATH: string }}
 */
export function environmentWith(/** @type {string} */ node) {
  const { PATH, Path, ...rest } = process.env
  const folders = [path.dirname(node), inRoot('node_modules', '.bin'), PATH ?? Path ?? '']
  return {
    ...rest,
    PATH: folders.join(path.delimiter),
    // Compiled modules are kept: a third less work at every start but the first.
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
  }
}
