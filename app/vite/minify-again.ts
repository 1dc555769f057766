import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/**
 * Scripts of the pages once more, after the bundler's own minifier: it joins and orders what that one leaves,
 * which is a hundredth of what an inbox loads. Names of files stay: they stand for what went in.
 */
export function minifyAgain(): Plugin {
  return {
    name: 'ozvi:minify-again',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const scripts = Object.values(bundle).filter((file) => file.type === 'chunk')
        await Promise.all(
          scripts.map(async (script) => {
            const { code } = await minify(script.code, {
              module: true,
              compress: { passes: 2 },
              mangle: true,
              format: { comments: false },
            })
            script.code = code
          }),
        )
      },
    },
  }
}
