import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { islands, treeshake } from './vite/islands.ts'
import { messages } from './vite/messages.ts'
import { serviceWorker } from './vite/service-worker.ts'

export default defineConfig({
  plugins: [content(), messages(), islands(), builds(), serviceWorker(), tailwindcss(), reactRouter()],
  // Reporting compressed sizes takes a second.
  build: { reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake,
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            chunkFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              // Modules reached only through `import()` belong to no group (`$initial`).
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                  priority: 5,
                },
                {
                  name: 'app',
                  tags: ['$initial'],
                  test: /\/app\/src\/(platform|dashboard\/shell)\/|\/wire\/src\/|query-core|react-query|lingui/,
                  priority: 4,
                },
                // Shared by nearly all pages. Parts of dialogs are used by fewer and stay out.
                { name: 'app', tags: ['$initial'], minShareCount: 70, priority: 4 },
                {
                  name: 'inbox',
                  tags: ['$initial'],
                  test: /\/dashboard\/conversations\/(list|thread|composer|outbox|quoting|layout|conversation|data)\/|virtua/,
                  priority: 3,
                },
                // Includes their part of Radix. Most pages load it with the first dialog.
                {
                  name: 'dialogs',
                  tags: ['$initial'],
                  test: /\/app\/src\/ui\/(dialog|dialog-frame|drawer|confirm-dialog)\.tsx$/,
                  priority: 3,
                },
                // Excludes components of public pages, which are HTML with islands, and settings forms and pickers,
                // which would include the dialogs.
                {
                  name: 'controls',
                  tags: ['$initial'],
                  test: /^(?!.*\/app\/src\/(site\/|dashboard\/settings\/|ui\/(calendar|date-picker|parsed-input|time-picker)\.))/,
                  minShareCount: 8,
                  priority: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './src/entry-node.ts' } },
    },
  },
})
