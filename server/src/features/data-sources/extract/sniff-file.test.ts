import { expect, test } from 'vitest'
import { sniffFile } from './sniff-file.ts'

const sniff = (name: string, content: string | Buffer, declared_type = '') =>
  sniffFile({ name, declared_type, bytes: Buffer.from(content) })

test('a file’s type needs a matching extension, declared type and content', () => {
  expect(sniff('a.md', '# Ahoj', 'text/markdown')).toBe('markdown')
  expect(sniff('a.MARKDOWN', 'Ahoj <b>svet</b>', 'application/octet-stream')).toBe('markdown')
  expect(sniff('a.b.txt', 'Ahoj', 'text/plain; charset=utf-8')).toBe('text')
  expect(sniff('a.html', '<p>Ahoj</p>', 'text/html')).toBe('html')
})

test.each([
  ['notes.txt', '<!doctype html><p>x', ''],
  ['notes.md', ' <!-- x --> <script>alert(1)</script>', ''],
  ['drawing.txt', '<?xml version="1.0"?><svg/>', ''],
  ['page.html', 'no tag at all', ''],
  ['letter.txt', '%PDF-1.7', ''],
  ['letter.md', 'PK\x03\x04', ''],
  ['letter.txt', Buffer.from('\x1f\x8b\x08\0', 'latin1'), ''],
  ['letter.txt', Buffer.from('\x89PNG\r\n', 'latin1'), ''],
  ['letter.txt', 'GIF89a', ''],
  ['letter.txt', '{\\rtf1', ''],
  ['letter.txt', 'text', 'application/pdf'],
  ['letter.txt', '<p>x</p>', 'text/html'],
  ['run.exe', 'text', 'text/plain'],
  ['page.html.exe', '<p>x</p>', 'text/html'],
  ['constructor', 'text', 'text/plain'],
])('SEC-32 SEC-34 422 wrong_type: %s holding %j declared as %j', (name, content, declared) => {
  expect(() => sniff(name, content, declared)).toThrow('wrong_type')
})

test('422 for a binary file, or one without text', () => {
  expect(() => sniff('a.txt', Buffer.from([1, 0, 0, 2]))).toThrow('bad_encoding')
  expect(() => sniff('a.txt', ' \n ')).toThrow('no_text')
})
