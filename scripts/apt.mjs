import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { log } from './packages.mjs'

/**
 * Programs for the longer suites: their Debian packages, the best one first, and their executables. The headless
 * shell has no browser window, which saves two thirds of Chromium's CPU time in tests.
 */
const programs = {
  chromium: {
    packages: ['chromium-headless-shell', 'chromium'],
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  postgresql: { packages: ['postgresql'], names: ['postgres'] },
  redis: { packages: ['redis-server'], names: ['redis-server'] },
}
/** @typedef {keyof typeof programs} Program */

const postgresHome = '/usr/lib/postgresql'

function folders() {
  const versions = existsSync(postgresHome) ? readdirSync(postgresHome).map(Number) : []
  const newestFirst = versions.filter((version) => version >= 15).sort((a, b) => b - a)
  return [
    ...newestFirst.map((version) => path.join(postgresHome, String(version), 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    '/usr/bin',
  ]
}

/** @returns {string | undefined} the path of the program, if it is installed */
export function findProgram(/** @type {Program} */ program) {
  return programs[program].names
    .flatMap((name) => folders().map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file))
}

/** The command that installs it. */
export const installHint = (/** @type {Program} */ program) =>
  `apt-get install ${programs[program].packages[0]}`

/** Installs missing programs if this process is allowed to. */
export async function installPrograms(/** @type {Program[]} */ selected) {
  const missing = selected.filter((program) => !findProgram(program))
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length === 0 || !isAllowed) return
  await apt('update')
  for (const program of missing) {
    const { packages } = programs[program]
    log(`Installing ${packages[0]} …`)
    if (!(await installFirst(packages))) log(`${packages.join(' and ')} could not be installed.`)
  }
}

/** Installs the first of the packages that this release has. @returns {Promise<boolean>} whether it has one */
async function installFirst(/** @type {string[]} */ [name, ...others]) {
  if (!name) return false
  return (await apt('install', '--no-install-recommends', name)) === 0 || installFirst(others)
}

/** @returns {Promise<number | null>} the exit code */
const apt = (/** @type {string[]} */ ...args) =>
  new Promise((resolve) =>
    spawn('apt-get', ['-q', '-y', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
      .on('error', () => resolve(null))
      .on('close', resolve),
  )
