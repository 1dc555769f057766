import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

/*
 * Checks the imports of all sources against the rules in `.dependency-cruiser.mjs`, and that sources of every kind were
 * parsed: if they weren't, every rule would pass.
 */

const kinds = [/^server\/src\/.*\.ts$/, /^app\/src\/.*\.tsx$/, /^widget\/src\/.*\.tsx$/, /^contract\/src\//]

/** @returns the kinds of sources of which at most ten modules with imports were found */
export const unparsedKinds = (modules: readonly { source: string; dependencies: readonly unknown[] }[]) =>
  kinds.filter(
    (kind) =>
      modules.filter(({ source, dependencies }) => kind.test(source) && dependencies.length > 0).length <= 10,
  )

if (import.meta.main) {
  const { output } = await cruise(['.'], await extractOptions('./.dependency-cruiser.mjs'))
  // An object, because no output type is chosen.
  const result = output as ICruiseResult
  const report = await format(result, { outputType: 'err-long' })
  const unparsed = unparsedKinds(result.modules)
  process.stdout.write(
    `${String(report.output)}\n${unparsed.map((kind) => `${kind}: not parsed\n`).join('')}`,
  )
  if (report.exitCode > 0 || unparsed.length > 0) process.exitCode = 1
}
