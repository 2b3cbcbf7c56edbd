import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Serves the page that shows every ui component at `/dev/ui`. It exists in the development
 * server alone: nothing in the application imports it, so no build can contain it.
 */
export function serveDevUi(): Plugin {
  return {
    name: 'dawa:serve-dev-ui',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/dev/ui', (request, response, next) => {
        const page = join(server.config.root, 'src/routes/dev-ui/index.html')
        readFile(page, 'utf8')
          .then((html) => server.transformIndexHtml(request.originalUrl ?? '/dev/ui', html))
          .then((html) => {
            response.setHeader('Content-Type', 'text/html; charset=utf-8')
            response.end(html)
          })
          .catch(next)
      })
    },
  }
}
