import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { en } from './src/panel/messages/en.ts'
import { sk } from './src/panel/messages/sk.ts'

const dictionaries = { en, sk }
/** JSON that is safe inside a script element. */
const inline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Writes `frame.en.html` and `frame.sk.html`: the frame's page with the names of the built files and its
 * dictionary. The server fills in `{{nonce}}` and `{{boot}}`.
 */
export function framePages(base: string): Plugin {
  return {
    name: 'frame-pages',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const script = files.find((file) => file.type === 'chunk' && file.isEntry)?.fileName
      const style = files.find(({ fileName }) => fileName.endsWith('.css'))?.fileName
      if (!script || !style) return this.error('the panel needs one script and one style sheet')
      const template = readFileSync(new URL('./frame.html', import.meta.url), 'utf8')
      for (const [locale, words] of Object.entries(dictionaries)) {
        const filled: Record<string, string> = {
          locale,
          title: words.chat,
          script: `${base}${script}`,
          style: `${base}${style}`,
          words: inline(words),
        }
        const source = template.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => filled[name] ?? hole)
        this.emitFile({ type: 'asset', fileName: `frame.${locale}.html`, source })
      }
    },
  }
}
