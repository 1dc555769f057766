import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from './report.ts'

/*
 * Numbers printed in README.md and on the site. Pages name them as `{figure:widget_launcher_kib}`; in README.md they
 * are rows of a table, and a test compares the two.
 */

const figuresFile = path.join(import.meta.dirname, 'figures.json')
const readmeFile = path.join(import.meta.dirname, '..', 'README.md')

export interface Figure {
  /** In the unit at the end of its name. */
  value: number
  /** The part of the benchmark that measures it. */
  part: string
  /** A day, such as 2026-11-23. */
  measured_on: string
  /** Commit of the measured sources. */
  commit: string
  /** Node, processor and load. */
  machine: string
}
export type Figures = Record<string, Figure>

/** The last measured values, by name. */
export const readFigures = (): Figures =>
  // Written below and validated by a test.
  JSON.parse(readFileSync(figuresFile, 'utf8')) as Figures

/** The numbers after one part was measured again; those of other parts are kept. */
export function withPart(figures: Figures, rows: readonly Row[], of: Omit<Figure, 'value'>): Figures {
  const measured = rows.flatMap(({ published }) => Object.entries(published ?? {}))
  const remaining = Object.entries(figures).filter(([name]) => !measured.some(([other]) => other === name))
  const added = measured.map(([name, value]) => [name, { value, ...of }] as const)
  return Object.fromEntries([...remaining, ...added].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: path.join(import.meta.dirname, '..'), encoding: 'utf8' }).trim()

/** Writes the results of a part to the file and to README.md. */
export function saveFigures(part: string, rows: readonly Row[], machine: string): void {
  if (rows.every(({ published }) => !published)) return
  const head = git('rev-parse', '--short', 'HEAD')
  // Results written by an earlier part don't count as changed sources.
  const isClean = !git('status', '--porcelain', '--', '.', ':!bench/figures.json', ':!README.md')
  const commit = isClean ? head : `${head}-dirty`
  const measured_on = new Date().toISOString().slice(0, 10)
  const figures = withPart(readFigures(), rows, { part, measured_on, commit, machine })
  writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(readmeFile, withFigures(readFileSync(readmeFile, 'utf8'), figures))
}

/** README.md with the numbers in their rows. */
export const withFigures = (readme: string, figures: Figures): string =>
  readme.replaceAll(
    /^(\| [^|]+ \| )[\d.]+( \w[\w ]* \| `(\w+)` \|)$/gm,
    (row, before: string, after: string, name: string) =>
      figures[name] ? `${before}${figures[name].value}${after}` : row,
  )
