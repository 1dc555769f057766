import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const dist = path.join(root, 'api/dist')
/** A program of someone else, with the package installed. */
const program = mkdtempSync(path.join(tmpdir(), 'ozvi-client-'))
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: program, encoding: 'utf8' })

/** Checks all files in one run, because most of its time goes to the declarations. @returns the findings */
function check(files: string[]): string {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--pretty', 'false']
  try {
    return run(
      path.join(root, 'node_modules/typescript/bin/tsc'),
      ...options,
      '--lib',
      'esnext,dom',
      ...files,
    )
  } catch (error) {
    // The compiler writes its findings to stdout.
    return (error as { stdout: string }).stdout
  }
}

beforeAll(() => {
  execFileSync('npm', ['run', 'build', '--silent', '-w', 'api'], { cwd: root })
  mkdirSync(path.join(program, 'node_modules/@ozvi'), { recursive: true })
  symlinkSync(dist, path.join(program, 'node_modules/@ozvi/api'), 'dir')
}, 60_000)
afterAll(() => rmSync(program, { recursive: true }))

test('the built package is plain ESM that any program can import', () => {
  writeFileSync(
    path.join(program, 'program.mjs'),
    `import { createClient, OzviError } from '@ozvi/api'
     const client = createClient({ url: 'https://chat.example.com', key: 'ozvi_x', workspace: 'pk_x' })
     console.log(typeof client.listContacts, typeof OzviError)`,
  )
  expect(run('program.mjs')).toBe('function function\n')
  // Nothing of this repository is needed.
  for (const file of ['index.js', 'index.d.ts', 'request.js', 'operations.d.ts'])
    expect(readFileSync(path.join(dist, file), 'utf8')).not.toMatch(/@ozvi\/contract|zod/)
  expect(existsSync(path.join(dist, 'README.md'))).toBe(true)
})

test('its declarations check what a program passes and receives', () => {
  const statements = {
    correct: `export const name: Promise<string> = client.createTag({ name: 'Refund' }).then((tag) => tag.name)`,
    unknownField: `void client.createTag({ title: 'Refund' })`,
    missingInput: `void client.getContact()`,
    unpagedOperation: `void client.pages('listTags')`,
  }
  const start = `import { createClient } from '@ozvi/api'
    const client = createClient({ url: '', key: '', workspace: '' })\n`
  for (const [name, statement] of Object.entries(statements))
    writeFileSync(path.join(program, `${name}.mts`), start + statement)
  const findings = check(Object.keys(statements).map((name) => `${name}.mts`))
  expect(findings).not.toContain('correct.mts')
  expect(findings).toMatch(/^unknownField\.mts.*'title'/m)
  expect(findings).toMatch(/^missingInput\.mts/m)
  expect(findings).toMatch(/^unpagedOperation\.mts.*listTags/m)
}, 60_000)
