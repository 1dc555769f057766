import type { Plugin } from 'vite'

/*
 * By default the router reloads the page whenever a route's script can't be fetched. Here the failure is
 * reported like that of every other script, so that one guard covers all of them; if the page stays, the route
 * shows the error, which the router would swallow where it is thrown.
 * The router also runs the scripts of pages whose links are visible, to find further links. Here they are only
 * preloaded: a page must not reload because a link was visible.
 */

const changes = {
  'routeModules.js': {
    own: /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
    ours: `const failed = new Event('vite:preloadError'); dispatchEvent(failed); await failed.answered;
		return { default() { throw error; } };`,
  },
  'links.js': {
    own: /let mod = await loadRouteModule\(route, routeModules\);\s*return mod\.links \?/,
    ours: 'let mod = routeModules[route.id]; return mod?.links ?',
  },
}
export type RouterFile = keyof typeof changes

/** @throws Error when the router no longer says it this way. */
export function withoutReload(file: RouterFile, code: string): string {
  const { own, ours } = changes[file]
  if (!own.test(code)) throw new Error(`The router’s ${file} works in another way than is known here`)
  return code.replace(own, ours)
}

export function routeModules(): Plugin {
  return {
    name: 'ozvi:route-modules',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/(routeModules|links)\.js$/ },
      handler(code, id) {
        const file = id.endsWith('links.js') ? 'links.js' : 'routeModules.js'
        if (this.environment.name === 'client') return { code: withoutReload(file, code), map: null }
      },
    },
  }
}
