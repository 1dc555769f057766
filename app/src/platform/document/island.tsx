import type { Messages } from '@lingui/core'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { demoScripts, islandFiles, siteScripts } from 'virtual:islands'
import type { Feature } from '../i18n/keys.ts'
import { demoFolder } from './island-names.ts'
import { useNonce } from './use-nonce.ts'

/*
 * The server's part of islands. A page wraps interactive parts in `Island`; `SiteScripts`, rendered after the
 * page, adds their scripts and messages.
 */

interface Rendered {
  dictionary: Messages
  features: Set<Feature>
  files: Set<string>
  hasDemos: boolean
}
const RenderedContext = createContext<Rendered | null>(null)

/** Collects what one response's islands need; filled while the page renders, read at its end. */
export function IslandsProvider({ dictionary, children }: { dictionary: Messages; children: ReactNode }) {
  const rendered = { dictionary, features: new Set<Feature>(), files: new Set<string>(), hasDemos: false }
  return <RenderedContext value={rendered}>{children}</RenderedContext>
}

/** An island's definition for the page; the browser finds the component by `name`. */
export interface IslandKind<P> {
  /** Source file, relative to `src`. */
  name: string
  component: ComponentType<P>
  /** Features whose messages it uses; `ui` and `errors` are always included. */
  messages: readonly Feature[]
}

export function Island<P extends object>({ of, props }: { of: IslandKind<P>; props: NoInfer<P> }) {
  const rendered = useContext(RenderedContext)
  for (const feature of ['ui', 'errors', ...of.messages] as const) rendered?.features.add(feature)
  const isDemo = of.name.startsWith(demoFolder)
  if (rendered && isDemo) rendered.hasDemos = true
  for (const module of isDemo ? [of.name] : ['hydrate-islands.tsx', of.name]) {
    for (const file of islandFiles[module] ?? []) rendered?.files.add(file)
  }
  return (
    <div data-island={of.name} data-props={JSON.stringify(props)} className="contents">
      <of.component {...props} />
    </div>
  )
}

/** Scripts and messages of a public page. `<` is escaped, so no text can end the element. */
export function SiteScripts() {
  const nonce = useNonce()
  const rendered = useContext(RenderedContext)
  const messages = Object.entries(rendered?.dictionary ?? {}).filter(([key]) =>
    // Keys are `feature.name`, as the dictionary's builder writes them.
    rendered?.features.has(key.split('.')[0] as Feature),
  )
  return (
    <>
      {[...(rendered?.files ?? [])].map((file) => (
        <link key={file} rel="modulepreload" href={file} nonce={nonce} />
      ))}
      {messages.length > 0 && (
        <script
          type="application/json"
          id="messages"
          // oxlint-disable-next-line react/no-danger -- JSON of our own dictionary, `<` escaped
          dangerouslySetInnerHTML={{
            __html: JSON.stringify(Object.fromEntries(messages)).replaceAll('<', '\\u003c'),
          }}
        />
      )}
      {[...siteScripts, ...(rendered?.hasDemos ? demoScripts : [])].map((src) => (
        <script key={src} type="module" src={src} nonce={nonce} />
      ))}
    </>
  )
}
