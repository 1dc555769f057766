import { execFileSync } from 'node:child_process'

/*
 * `npm run find-feature conversations` prints the files of a feature through all layers, in the order of a request.
 * A feature has one name, spelled the same everywhere, so its files are found by their names.
 */

const layers = [
  ['contract', /^contract\//],
  ['database', /^server\/migrations\//],
  ['server', /^server\/(?!migrations\/)/],
  ['app', /^app\/(?!locales\/)/],
  ['words', /^app\/locales\//],
  ['widget', /^widget\//],
  ['journeys', /^e2e\//],
  ['decisions', /^docs\//],
] as const

/**
 * Matches the word in the name of a file or folder: `0004-conversations.sql`, `conversation-page.tsx`,
 * `conversations/`.
 */
function isNamedAfter(file: string, feature: string): boolean {
  const singular = feature.replace(/ies$/, 'y').replace(/s$/, '')
  return file.split('/').some((part) => {
    const name = part.replace(/^\d+-/, '').replace(/\..*$/, '')
    return [feature, singular].some((word) => name === word || name.startsWith(`${word}-`))
  })
}

/** Files by layer; layers without any are left out. */
export function findFeature(feature: string, files: string[]): [layer: string, files: string[]][] {
  return layers.flatMap(([layer, folder]) => {
    const matches = files.filter((file) => folder.test(file) && isNamedAfter(file, feature))
    return matches.length > 0 ? [[layer, matches]] : []
  })
}

if (import.meta.main) {
  const feature = process.argv[2] ?? ''
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  const matches = findFeature(feature, listed.trim().split('\n').sort())
  for (const [layer, files] of matches)
    process.stdout.write(`${layer}\n${files.map((file) => `  ${file}\n`).join('')}`)
  if (matches.length === 0) {
    process.stdout.write(`Nothing is named after "${feature}". Try: npm run find-feature conversations\n`)
    process.exitCode = 1
  }
}
