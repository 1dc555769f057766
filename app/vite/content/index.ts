import { VFileMessage } from 'vfile-message'
import type { Plugin } from 'vite'
import { compileBody, compileFront } from './compile.ts'
import { contentFile } from './files.ts'

/**
 * Content files as modules: `x.md` exports `body`, `x.md?front` only its front matter. An error in a file stops
 * the build with file name and line.
 */
export function content(): Plugin {
  return {
    name: 'ozvi:content',
    enforce: 'pre',
    async transform(source, id) {
      const [name = '', query] = id.split('?')
      const file = name.endsWith('.md') && contentFile(name)
      if (!file) return
      try {
        const code =
          query === 'front'
            ? `export const front = ${JSON.stringify(compileFront(name, source, file))}`
            : `export const body = ${JSON.stringify(await compileBody(name, source, file))}`
        return { code, map: null, moduleType: 'js' }
      } catch (error) {
        if (!(error instanceof VFileMessage)) throw error
        const { line = 1, column = 1 } = error
        this.error({
          message: `${name}:${line}: ${error.reason}`,
          id: name,
          loc: { file: name, line, column },
        })
      }
    },
  }
}
