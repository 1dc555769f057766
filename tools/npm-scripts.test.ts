import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverEnvironment } from '../scripts/server-process.mjs'

test('npm scripts start with plain JavaScript, so that they run on any Node from 20', () => {
  // Written by npm.
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>
  }
  const programs = Object.values(scripts).flatMap((command) =>
    [...command.matchAll(/\bnode (\S+)/g)].map(([, program = '']) => program),
  )
  expect(programs.length).toBeGreaterThan(5)
  expect(programs.filter((program) => !/^scripts\/\w+\.mjs$/.test(program))).toEqual([])
})

test('the container image sets the same memory settings as npm start', () => {
  const image = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
  for (const [name, value] of Object.entries(serverEnvironment)) expect(image).toContain(`${name}=${value}`)
})
