import { describe, expect, test } from 'vitest'
import { readContent } from './read-content.ts'

describe('old encodings are read', () => {
  const slovak = 'Žltý kôň, ľahký ďateľ a vŕba šťastia'
  const bytes: Record<string, number> = {
    Ž: 0x8e,
    ľ: 0xbe,
    ď: 0xef,
    š: 0x9a,
    ť: 0x9d,
    ŕ: 0xe0,
    ô: 0xf4,
    ň: 0xf2,
    ý: 0xfd,
    á: 0xe1,
  }
  const latin2: Record<string, number> = { ...bytes, Ž: 0xae, ľ: 0xb5, š: 0xb9, ť: 0xbb }
  const encode = (source: string, table: Record<string, number>) =>
    Buffer.from([...source].map((letter) => table[letter] ?? letter.charCodeAt(0)))
  const readBytes = (bytes: Buffer, content_type = '') =>
    readContent({ format: 'html', bytes, url: 'https://x.example/', content_type }).text
  const read = (source: string, table: Record<string, number>, content_type = '') =>
    readBytes(encode(source, table), content_type)

  test('windows-1250 and iso-8859-2, declared by the header, by the page, or not at all', () => {
    expect(read(`<p>${slovak}</p>`, bytes, 'text/html; charset=windows-1250')).toBe(slovak)
    expect(read(`<meta charset="windows-1250"><p>${slovak}</p>`, bytes)).toBe(slovak)
    expect(
      read(`<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2"><p>${slovak}</p>`, latin2),
    ).toBe(slovak)
    expect(read(`<p>${slovak}</p>`, bytes)).toBe(slovak)
  })

  test('UTF-8 and UTF-16 with byte order marks', () => {
    expect(readBytes(Buffer.from(`\ufeff<p>${slovak}</p>`))).toBe(slovak)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(slovak, 'utf16le')])
    expect(readContent({ format: 'text', bytes: utf16 }).text).toBe(slovak)
  })

  test('an unknown charset and binary content are rejected', () => {
    expect(() => readBytes(Buffer.from('<p>x'), 'text/html; charset=klingon')).toThrow('bad_encoding')
    expect(() => readContent({ format: 'text', bytes: Buffer.from([0, 1, 2, 3]) })).toThrow('bad_encoding')
  })
})
