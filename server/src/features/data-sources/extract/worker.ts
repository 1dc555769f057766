import { parentPort } from 'node:worker_threads'
import { type Content, readContent, reasonOf } from './read-content.ts'

/** Says `ready` once, then one outcome for each content; the extractor asks one at a time. */
parentPort?.on('message', (content: Content) => {
  try {
    parentPort?.postMessage({ ok: true, content: readContent(content) })
  } catch (error) {
    parentPort?.postMessage({ ok: false, reason: reasonOf(error), cause: String(error) })
  }
})
parentPort?.postMessage('ready')
