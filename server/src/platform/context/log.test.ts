import { stripVTControlCharacters } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { formatLogLine } from './log.ts'

/** The readable output of one log call, without colors and time. */
function shown(write: (log: ReturnType<typeof pino>) => void): string {
  let line = ''
  write(pino({ level: 'info' }, { write: (text) => (line = text) }))
  return stripVTControlCharacters(formatLogLine(line)).replace(/^\d\d:\d\d:\d\d /, '')
}

test('a log line on a terminal contains the message and its fields', () => {
  expect(shown((log) => log.info({ port: 3000, name: 'Ozvi' }, 'listening'))).toBe(
    'listening  port=3000  name=Ozvi',
  )
  expect(shown((log) => log.warn('nearly full'))).toBe('warn: nearly full')
})

test('an error on a terminal is shown once, with its stack', () => {
  const error = new Error('The disk is full')
  const text = shown((log) => log.error(error))
  expect(text).toContain(error.stack)
  expect(text.match(/The disk is full/g)).toHaveLength(1)
  expect(shown((log) => log.error({ err: error }, 'could not save'))).toMatch(
    /^error: could not save\nError: The disk/,
  )
})
