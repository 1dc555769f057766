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
  const check = (source: string) => {
    writeFileSync(path.join(program, 'typed.mts'), source)
    try {
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext']
      run(path.join(root, 'node_modules/typescript/bin/tsc'), ...options, '--lib', 'esnext,dom', 'typed.mts')
      return ''
    } catch (error) {
      // The compiler writes its findings to stdout.
      return (error as { stdout: string }).stdout
    }
  }
  const start = `import { createClient } from '@ozvi/api'
    const client = createClient({ url: '', key: '', workspace: '' })\n`
  expect(
    check(
      `${start}export const name: Promise<string> = client.createTag({ name: 'Refund' }).then((tag) => tag.name)`,
    ),
  ).toBe('')
  expect(check(`${start}void client.createTag({ title: 'Refund' })`)).toContain("'title'")
  expect(check(`${start}void client.getContact()`)).toContain('typed.mts')
  expect(check(`${start}void client.pages('listTags')`)).toContain('listTags')
}, 60_000)
