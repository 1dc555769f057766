import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { RenderPage, Web } from './pages.ts'

/** Handled by our own routes, so the bundler is skipped. */
const calls = /^\/(api|apps|broadcasting|widget|dev)\b|^\/widget\.js/

/**
 * The web from source, for development: the bundler runs in this process, serves modules and updates open
 * pages.
 *
 * @param folder of the web's package, with its `vite.config.ts`
 */
export function webFromSources(folder: string): Web {
  let vite: ViteDevServer | undefined
  function entry() {
    if (!vite) throw new Error('A page was requested before the web was mounted')
    // Typed in the web workspace.
    return vite.ssrLoadModule('/src/entry-node.ts') as Promise<{
      renderPage: RenderPage
      quotablePages: Web['quotablePages']
    }>
  }
  return {
    build_id: 'development',
    picture_dirs: [path.join(folder, 'public')],
    async mount(app: FastifyInstance) {
      // Imported here, because the bundler isn't installed in production.
      const { createServer } = await import('vite')
      const server = await createServer({
        root: folder,
        configFile: `${folder}/vite.config.ts`,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      vite = server
      app.addHook('onRequest', (request, reply, next) => {
        if (calls.test(request.url)) next()
        else server.middlewares(request.raw, reply.raw, next)
      })
      app.addHook('onClose', () => server.close())
    },
    render: async (request, page) => (await entry()).renderPage(request, page),
    quotablePages: async () => (await entry()).quotablePages(),
  }
}
