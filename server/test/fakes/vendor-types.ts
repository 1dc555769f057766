import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A request or an answer, and its type in the vendor's client. */
interface Sample {
  source: string
  type: string
  value: unknown
}

const root = join(import.meta.dirname, '../../..')
const samples_max = 2_000
const word_chars_max = 40

/** Equal for values with the same fields and types. Short words are kept: they may be values of an enumeration. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join()}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, each]) => `${name}:${shapeOf(each)}`)
      .toSorted()
      .join()}}`
  if (typeof value === 'string' && value.length <= word_chars_max && /^[A-Za-z_]+$/.test(value)) return value
  return value === null ? 'null' : typeof value
}

/** The types of values after they were sent as JSON, as a form, or with names in snake_case. */
const encodings = `
type Json<T> = T extends Date | { toNumber(): number } ? string : T extends string ? \`\${T}\` : T extends (infer U)[] ? Json<U>[]
  : T extends object ? { [K in keyof T]: Json<T[K]> } : T
type Form<T> = T extends string ? \`\${T}\` | '' : T extends number ? \`\${T}\` : T extends boolean ? \`\${T}\`
  : T extends (infer U)[] ? Form<U>[] : T extends object ? { [K in keyof T]: Form<T[K]> } : T
type Snake<S> = S extends \`\${infer A}\${infer B}\`
  ? \`\${A extends Lowercase<A> ? A : \`_\${Lowercase<A>}\`}\${Snake<B>}\` : S
type SnakeKeys<T> = { [K in keyof T as Snake<K>]: T[K] }
`

const compile = (folder: string) =>
  new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve(error ? stdout + stderr || String(error) : ''),
    ),
  )

/** Distinct requests and answers of a fake, to compare them with the types of the vendor's own client. */
export class VendorTypes {
  #imports: string
  #samples = new Map<string, Sample>()

  /** @param imports the statements that declare the names in the samples' types */
  constructor(imports: string) {
    this.#imports = imports
  }
  add(source: string, type: string, value: unknown): void {
    if (this.#samples.size >= samples_max) return
    const key = `${type} ${shapeOf(value)}`
    if (!this.#samples.has(key)) this.#samples.set(key, { source, type, value: structuredClone(value) })
  }
  /** @throws Error with the requests and answers that the vendor's client has other types for */
  async assertDescribed(): Promise<void> {
    const found = await this.#mismatches()
    if (found.length > 0) throw new Error(`Not as the vendor's client describes it:\n${found.join('\n')}`)
  }
  /** Unknown fields, missing fields and values of another type, each with the request that it belongs to. */
  async #mismatches(): Promise<string[]> {
    await mkdir(join(root, 'test-results'), { recursive: true })
    const folder = await mkdtemp(join(root, 'test-results/vendor-types-'))
    const samples = [...this.#samples.values()]
    const head = `${this.#imports}${encodings}`
    const first_line = head.split('\n').length
    const lines = samples.map(
      ({ type, value }, n) => `export const s${n}: ${type} = ${JSON.stringify(value)}`,
    )
    try {
      await writeFile(join(folder, 'samples.ts'), `${head}${lines.join('\n')}\n`)
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: '../../tsconfig.base.json',
          compilerOptions: { types: ['node'], exactOptionalPropertyTypes: false, noUnusedLocals: false },
          include: ['samples.ts'],
        }),
      )
      const output = await compile(folder)
      return output
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const number = Number(/^samples\.ts\((\d+),/.exec(line)?.[1] ?? 0)
          const sample = samples[number - first_line]
          return sample ? `${sample.source}: ${line} [${sample.type}]` : line
        })
    } finally {
      await rm(folder, { recursive: true })
    }
  }
}
