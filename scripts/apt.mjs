import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { log } from './packages.mjs'

/** What the longer suites need of the machine: the Debian package that brings it, and where it is found. */
const programs = {
  chromium: { debian: 'chromium', names: ['chromium', 'chromium-browser', 'google-chrome'] },
  postgresql: { debian: 'postgresql', names: ['postgres'] },
  redis: { debian: 'redis-server', names: ['redis-server'] },
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

/** @returns {string | undefined} where the program lies, when the machine has it */
export function findProgram(/** @type {Program} */ program) {
  return programs[program].names
    .flatMap((name) => folders().map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file))
}

/** What a person types to get it. */
export const installHint = (/** @type {Program} */ program) => `apt-get install ${programs[program].debian}`

/** Installs the programs that are missing, where this process may; says nothing of what it may not. */
export function installPrograms(/** @type {Program[]} */ selected) {
  const missing = selected.filter((program) => !findProgram(program))
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length === 0 || !isAllowed) return
  const packages = missing.map((program) => programs[program].debian)
  log(`Installing ${packages.join(', ')} …`)
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', ['-q', '-y', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    })
  apt('update')
  const { status, stderr } = apt('install', '--no-install-recommends', ...packages)
  if (status !== 0) log(`They could not be installed: ${stderr.trim().split('\n').at(-1) ?? ''}`)
}
