import { readFileSync } from 'node:fs'

/*
 * The lock file must install on every system, from any registry, without install scripts:
 * - every platform's variant of a native package is locked; if one was missing from the registry when locking, `npm
 *   ci` fails on that platform
 * - it contains no registry addresses, so that each user's own registry is used
 * - every package has a checksum
 * - no package has an install script, except those known to work without it (`ignore-scripts` in .npmrc)
 */

const worksWithoutScript = new Set(['@swc/core', 'core-js'])

interface Locked {
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

/** The problems of a lock file, one sentence each. */
export function lockProblems(packages: Record<string, Locked>): string[] {
  const name = (location: string) => location.replace(/^.*node_modules\//, '')
  const names = new Set(Object.keys(packages).map(name))
  return Object.entries(packages).flatMap(([location, locked]) => {
    const isPackage = location.includes('node_modules/') && !locked.link
    const missing = Object.keys(locked.optionalDependencies ?? {}).filter((part) => !names.has(part))
    return [
      ...missing.map(
        (part) => `${name(location)}: its part ${part} is not locked; take a version that is whole`,
      ),
      ...(locked.resolved?.includes('://') ? [`${name(location)}: names the registry it came from`] : []),
      ...(isPackage && !locked.integrity ? [`${name(location)}: has no checksum`] : []),
      ...(locked.hasInstallScript && !worksWithoutScript.has(name(location))
        ? [`${name(location)}: has an install script`]
        : []),
    ]
  })
}

if (import.meta.main)
  for (const file of ['package-lock.json', 'scripts/node/package-lock.json']) {
    // Written by npm.
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }
    const problems = lockProblems(packages)
    process.stdout.write(`${file}: ${Object.keys(packages).length} packages\n${problems.join('\n')}\n`)
    if (problems.length > 0) process.exitCode = 1
  }
