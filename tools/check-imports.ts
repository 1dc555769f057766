import path from 'node:path'
import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

/*
 * Checks the imports of all sources against the rules in `.dependency-cruiser.mjs`, that sources of every kind were
 * parsed (if they weren't, every rule would pass), and that no folder has more than 30 sources.
 */

const kinds = [/^server\/src\/.*\.ts$/, /^app\/src\/.*\.tsx$/, /^widget\/src\/.*\.tsx$/, /^contract\/src\//]

/** @returns the kinds of sources of which at most ten modules with imports were found */
export const unparsedKinds = (modules: readonly { source: string; dependencies: readonly unknown[] }[]) =>
  kinds.filter(
    (kind) =>
      modules.filter(({ source, dependencies }) => kind.test(source) && dependencies.length > 0).length <= 10,
  )

const folderFilesMax = 30
const productFolder = /^(server\/src\/(features|platform)|app\/src\/(dashboard|platform)|widget\/src)\//

/** @returns the product's folders with more than 30 sources of their own, tests not counted */
export function fullFolders(modules: readonly { source: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { source } of modules) {
    if (!productFolder.test(source) || !/\.tsx?$/.test(source) || source.includes('.test.')) continue
    const folder = path.posix.dirname(source)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > folderFilesMax).map(([folder]) => folder)
}

if (import.meta.main) {
  const { output } = await cruise(['.'], await extractOptions('./.dependency-cruiser.mjs'))
  // An object, because no output type is chosen.
  const result = output as ICruiseResult
  const report = await format(result, { outputType: 'err-long' })
  const faults = [
    ...unparsedKinds(result.modules).map((kind) => `${kind}: not parsed`),
    ...fullFolders(result.modules).map((folder) => `${folder}: more than ${folderFilesMax} sources`),
  ]
  process.stdout.write(`${[String(report.output), ...faults].join('\n')}\n`)
  if (report.exitCode > 0 || faults.length > 0) process.exitCode = 1
}
