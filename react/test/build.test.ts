import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const dist = path.join(root, 'react/dist')
/** An application of someone else, with the package and React installed. */
const program = mkdtempSync(path.join(tmpdir(), 'ozvi-react-'))
const run = (...args: string[]) =>
  execFileSync(process.execPath, ['--preserve-symlinks', ...args], { cwd: program, encoding: 'utf8' })

beforeAll(() => {
  execFileSync('npm', ['run', 'build', '--silent', '-w', 'react'], { cwd: root })
  mkdirSync(path.join(program, 'node_modules/@ozvi'), { recursive: true })
  mkdirSync(path.join(program, 'node_modules/@types'))
  symlinkSync(dist, path.join(program, 'node_modules/@ozvi/react'), 'dir')
  for (const name of ['react', 'react-dom', 'scheduler', 'csstype', '@types/react'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(program, 'node_modules', name), 'dir')
}, 60_000)
afterAll(() => rmSync(program, { recursive: true }))

test('the built package renders on a server without a window and adds no markup', () => {
  writeFileSync(
    path.join(program, 'program.mjs'),
    `import { createElement, Fragment } from 'react'
     import { renderToString } from 'react-dom/server'
     import { OzviChat, useOzvi } from '@ozvi/react'
     function Button() {
       const { isReady, unread, open } = useOzvi()
       return createElement('button', { onClick: open }, String(isReady) + String(unread))
     }
     const chat = createElement(OzviChat, { url: 'https://chat.example.com', publicKey: 'pk_x' })
     console.log(renderToString(createElement(Fragment, null, chat, createElement(Button))))`,
  )
  expect(run('program.mjs')).toBe('<button>falsenull</button>\n')
  expect(readFileSync(path.join(dist, 'index.js'), 'utf8')).toMatch(/^'use client'/)
  // Our own file.
  const published = JSON.parse(readFileSync(path.join(dist, 'package.json'), 'utf8')) as object
  expect(published).toMatchObject({ name: '@ozvi/react', peerDependencies: { react: '>=18' } })
  expect(published).not.toHaveProperty('devDependencies')
})

test('its declarations check the props of an application', () => {
  const check = (source: string) => {
    writeFileSync(path.join(program, 'typed.mts'), source)
    try {
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--skipLibCheck']
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
      run(compiler, ...options, '--preserveSymlinks', '--lib', 'esnext,dom', 'typed.mts')
      return ''
    } catch (error) {
      // The compiler writes its findings to stdout.
      return (error as { stdout: string }).stdout
    }
  }
  const start = `import { OzviChat, type OzviChatProps, useOzvi } from '@ozvi/react'\n`
  expect(
    check(
      `${start}export const props: OzviChatProps = { url: '', publicKey: 'pk_x', onUnread: (n) => n.toFixed(), identity: { jwt: '' } }
       export function Help() { const { ask, unread } = useOzvi(); ask('?'); return unread?.toFixed() }
       void OzviChat(props)`,
    ),
  ).toBe('')
  expect(check(`${start}export const props: OzviChatProps = { url: '' }`)).toContain('publicKey')
  expect(check(`${start}export const stop = () => useOzvi().ask()`)).toContain('typed.mts')
}, 60_000)
