import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { emoji } from './vite/emoji.ts'
import { islands, moduleSideEffects } from './vite/islands.ts'
import { leanContract } from './vite/lean-contract.ts'
import { leanPages } from './vite/lean-pages.ts'
import { messages } from './vite/messages.ts'
import { minifyAgain } from './vite/minify-again.ts'
import { routeModules } from './vite/route-modules.ts'
import { serviceWorker } from './vite/service-worker.ts'

const ofPackages = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})/`)
const ofContract = (...names: string[]) => new RegExp(`/contract/src/(${names.join('|')})\\.ts$`)
const ofUi = (...names: string[]) => new RegExp(`/ui/(${names.join('|')})\\.tsx?$`)

/** What opens over the page: its packages, and our pieces made of them. */
const overlays = [
  ofPackages(
    '@radix-ui/(?!react-(?:tabs|toast|tooltip)/)[^/]+',
    '@floating-ui/[^/]+',
    'aria-hidden',
    'get-nonce',
    'react-remove-scroll(?:-bar)?',
    'react-style-singleton',
    'tslib',
    'use-callback-ref',
    'use-sidecar',
  ),
  ofUi('dialog(?:-frame)?', 'drawer', 'opened-\\w+', 'use-typed-text'),
]
/** Loaded by the pages that use them, when a user is known, or with the first toast. */
const lazy = [
  ...overlays,
  ofPackages(
    '@iconify/[^/]+',
    '@radix-ui/[^/]+',
    '@simplewebauthn/[^/]+',
    'diff',
    'idb',
    'posthog-js',
    'pusher-js',
    'radix-ui',
    'uqr',
    'vanilla-cookieconsent',
    'virtua',
  ),
  /\/build\/modern\/(queriesObserver|use(Suspense)?Queries)\.js/,
  /\/dashboard\/shell\/workspace-filter/,
  /\/platform\/(upkeep|icons|analytics\/(?!use-analytics))/,
  /\/dashboard\/shell\/save-locale\./,
  ofContract(
    'assistant',
    'audit-log',
    'billing',
    'brand-colour',
    'bulk-acts',
    'client',
    'contact-(?:columns|data|fields|imports|list|rules|segments|timeline)',
    'contacts',
    'conversation-fields',
    'countries',
    'data-sources',
    'drafts',
    'email-address',
    'field-rules',
    'hours',
    'inline-markdown',
    'installation',
    'integration-names',
    'logos',
    'macros',
    'markdown',
    'merges',
    'message-changes',
    'notifications',
    'onboarding',
    'opening',
    'outbound',
    'own-fields',
    'passkeys',
    'pictures',
    'plain-words',
    'profile',
    'push-devices',
    'reply-mails',
    'reports',
    'rules',
    'scheduled-messages',
    'sign-ins',
    'suggestions',
    'two-factor',
    'viewers',
    'website-facts',
  ),
  ofUi(
    'calendar',
    'card',
    'completion-list',
    'choice',
    'confirm-(?:dialog|overlay)',
    'date-picker',
    'days',
    'drop-area',
    'field',
    'filter-chip',
    'form(?:-acts)?',
    'input',
    '(?:inline-)?markdown',
    'loaded-icon',
    'mount-toasts',
    'password-input',
    'picture-choice',
    'preview-choices',
    'segments',
    'table',
    'tabs',
    'toaster',
    'tooltip',
  ),
]
const isOfEveryPage = (module: string) =>
  !lazy.some((each) => each.test(module)) &&
  /node_modules\/|\/app\/src\/(platform|ui|addresses|pages|error-page|dashboard\/shell|dashboard\/(?!account|billing|blocking|client|contacts|home|hours|macros|notifications|onboarding|rules|suggestions)\w+\/(data|index)\.ts)|\/(contract|wire)\/src\//.test(
    module,
  )

export default defineConfig({
  plugins: [
    leanContract(),
    leanPages(),
    content(),
    messages(),
    emoji(),
    islands(),
    builds(),
    routeModules(),
    serviceWorker(),
    minifyAgain(),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        rollupOptions: {
          treeshake: { moduleSideEffects },
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            chunkFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              // A group takes along what its modules need, so those that others need come first.
              groups: [
                // The realtime client, when a user is known.
                { name: 'realtime', test: /node_modules\/pusher-js\//, priority: 5 },
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                  priority: 5,
                },
                {
                  name: 'toasts',
                  test: /node_modules\/@radix-ui\/react-toast\/|\/ui\/toaster\.tsx/,
                  priority: 2,
                },
                {
                  name: 'inbox',
                  // But for what comes after it, or when it is asked for.
                  test: /\/dashboard\/conversations\/(?!(?:acts|bulk|drafts|filters|macros|merging|message-changes|panel|scheduled|search)\/|(?:\w+\/)?(?:completion-lists|list-empty|mention-list|mentioning-text|rating|snooze-picker|toggle-read|viewers|watch-viewers)\.)|node_modules\/(virtua|idb)\//,
                  priority: 2,
                },
                // What lists and forms are made of, and what several pages show of data sources.
                {
                  name: 'controls',
                  test: ofUi('card', 'choice', 'field', 'form(?:-acts)?', 'input', 'segments', 'table'),
                  priority: 3,
                },
                {
                  name: 'sources',
                  test: /\/dashboard\/data-sources\/(?!late-answer\.|[\w-]*page)/,
                  priority: 1,
                },
                // Small pieces that come together, after the page.
                {
                  name: 'after-page',
                  test: /\/platform\/upkeep\/(?!own-widget)|\/dashboard\/(notifications\/(?!notice-list|offer-desktop)|suggestions\/names\.)|\/contract\/src\/(notifications|suggestions)\./,
                  priority: 2,
                },
                {
                  name: 'after-inbox',
                  test: /\/dashboard\/(visitors\/(reading|use-online-visitors)|conversations\/(drafts\/(draft-sync|sync-drafts)|viewers\/watch-viewers))\.|\/contract\/src\/viewers\./,
                  priority: 2,
                },
                {
                  name: 'after-conversation',
                  test: /\/conversations\/(message-changes\/message-(menu|acts)|merging\/merge-acts|drafts\/(above-composer|away-line|rival-alert))\./,
                  priority: 1,
                },
                // What opens over the page, when something does.
                {
                  name: 'overlays',
                  test: (module: string) => overlays.some((each) => each.test(module)),
                  priority: 3,
                },
                // What every page of the app has: one file to fetch, kept while pages change.
                { name: 'app', test: isOfEveryPage, priority: 4 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './src/entry-node.ts' } },
    },
  },
})
