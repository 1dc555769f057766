import { AsyncLocalStorage } from 'node:async_hooks'
import type { Reply } from '@ozvi/wire'
import { setTimeZoneReader } from '../time/browser-time-zone.ts'
import { connectApiClient } from './api-client.ts'

/** The person whose page is being rendered. */
interface Reader {
  /** Handles a call (path with query) as the reader. */
  read: (url: string) => Promise<Reply>
  time_zone: string
}
const readers = new AsyncLocalStorage<Reader>()
connectApiClient({
  async send(method, url) {
    const reader = readers.getStore()
    if (!reader || method !== 'GET')
      throw new Error(`${method} ${url} isn't allowed while a page is rendered`)
    return reader.read(url)
  },
  listen: () => () => undefined,
  watch: () => () => undefined,
})
setTimeZoneReader(() => readers.getStore()?.time_zone ?? 'UTC')

/** Runs `render` so that its calls are made as this reader. */
export const renderAs = <T>(reader: Reader, render: () => T): T => readers.run(reader, render)
