import { watch } from 'node:fs'
import path from 'node:path'
import { root } from './packages.mjs'

/** Editors write a file in several steps, and switching branches writes many files. */
const debounce_ms = 150
const leftOut = /(^|\/)(node_modules|build|dist|test)\/|\.test\.tsx?$|~$/

/** Calls `changed` once the folders have been unchanged for a moment. */
export function watchSources(/** @type {string[]} */ folders, /** @type {() => unknown} */ changed) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  for (const folder of folders) {
    watch(path.join(root, folder), { recursive: true }, (_kind, name) => {
      if (!name || leftOut.test(name.replaceAll('\\', '/'))) return
      clearTimeout(timer)
      timer = setTimeout(changed, debounce_ms)
    })
  }
}
