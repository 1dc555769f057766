import type { Plugin } from 'vite'

/*
 * The router reloads the page by itself when a route's script cannot be fetched, however often that happens.
 * Here it tells of it like every other script, so that one guard holds for all of them; when the page stays,
 * the route shows the error, which the router would swallow where it is thrown.
 */

const own = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
const ours = `const failed = new Event('vite:preloadError'); dispatchEvent(failed); await failed.answered;
		return { default() { throw error; } };`

/** @throws Error when the router no longer says it this way. */
export function withoutReload(code: string): string {
  if (!own.test(code)) throw new Error('The router loads its routes in another way than is known here')
  return code.replace(own, ours)
}

export function routeModules(): Plugin {
  return {
    name: 'ozvi:route-modules',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/ },
      handler(code) {
        if (this.environment.name === 'client') return { code: withoutReload(code), map: null }
      },
    },
  }
}
