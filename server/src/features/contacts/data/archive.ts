import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** An entry of an archive: its name and content. */
export interface Entry {
  name: string
  content: AsyncIterable<string | Uint8Array>
  /** Already compressed, such as pictures. */
  is_packed: boolean
}

/** Streams entries one by one, compressed on the fly, so little memory is used. */
export async function* archive(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, bytes) => {
    failure ??= error
    chunks.push(bytes)
  })
  function* take() {
    if (failure) throw failure
    const pieces = chunks
    chunks = []
    yield* pieces
  }
  const none = new Uint8Array()
  for await (const { name, content, is_packed } of entries) {
    const file = is_packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const piece of content) {
      file.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
      yield* take()
    }
    file.push(none, true)
    yield* take()
  }
  zip.end()
  yield* take()
}
