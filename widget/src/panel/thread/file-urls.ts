/**
 * Object URLs by file id, valid as long as the page lives.
 *
 * @param read the file of an id: local ones immediately, others when downloaded
 */
export function createFileUrls(read: (id: string) => Promise<Blob>) {
  const urls = new Map<string, Promise<string>>()
  function store(id: string, blob: Promise<Blob>): Promise<string> {
    const url = blob.then((bytes) => URL.createObjectURL(bytes))
    urls.set(id, url)
    url.catch(() => urls.delete(id))
    return url
  }
  return { store, get: (id: string) => urls.get(id) ?? store(id, read(id)) }
}
