import { deflateSync } from 'node:zlib'

/*
 * Files that are small but expensive to read, or have a wrong type.
 */

export interface HostileFile {
  name: string
  bytes: Buffer
}

/** An image of this many equal pixels, in a few kilobytes. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** An animated image of one pixel. */
function gifOf(frames: number): Buffer {
  const frame = Buffer.from('21f90400010000002c0000000001000100000244010', 'hex')
  return Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.of(0x3b),
  ])
}
const zipHead = Buffer.from('504b0304140000000800', 'hex')
const page = '<!doctype html><script>alert(1)</script>'

export const files: HostileFile[] = [
  { name: 'wide.png', bytes: pngOf(30_000, 800) },
  { name: 'bomb.png', bytes: pngOf(12_000, 12_000) },
  { name: 'frames.gif', bytes: gifOf(10_000) },
  { name: 'cut.gif', bytes: gifOf(900).subarray(0, -9) },
  { name: 'deep.json', bytes: Buffer.from('['.repeat(200_000)) },
  { name: 'deep.txt', bytes: Buffer.from('<div>'.repeat(20_000)) },
  { name: 'long.csv', bytes: Buffer.from('"'.repeat(200_000)) },
  { name: 'wide.csv', bytes: Buffer.from(`${';'.repeat(100_000)}\n`.repeat(3)) },
  { name: 'notes.md', bytes: Buffer.from(`${'> '.repeat(2_000)}x\n`.repeat(20)) },
  { name: 'comments.txt', bytes: Buffer.from(`${'<!---->'.repeat(10_000)}x`) },
  { name: 'line.log', bytes: Buffer.from('a'.repeat(1_000_000)) },
  { name: 'page.txt', bytes: Buffer.from(page) },
  { name: 'page.html', bytes: Buffer.from(page) },
  { name: 'both.gif', bytes: Buffer.from(`GIF89a${page}`) },
  { name: 'drawing.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  { name: 'entities.txt', bytes: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]>&b;') },
  { name: 'archive.zip', bytes: Buffer.concat([zipHead, Buffer.alloc(60_000)]) },
  { name: 'sheet.xlsx', bytes: Buffer.concat([zipHead, Buffer.alloc(60_000, 0x50)]) },
  { name: 'paper.pdf', bytes: Buffer.from(`%PDF-1.7\n${'1 0 obj<<'.repeat(10_000)}`) },
  { name: 'setup.exe', bytes: Buffer.from('MZ\x90\0\x03 program') },
  { name: '.htaccess', bytes: Buffer.from('RewriteEngine on') },
  { name: 'wide.txt', bytes: Buffer.from(`\ufeff${'a\0'.repeat(20_000)}`, 'utf16le') },
]
