import { defaultTreeAdapter, html, parse, type TreeAdapter, type DefaultTreeAdapterMap } from 'parse5'

/** Pages nested deeper than browsers allow are rejected: parsing them is slow. */
const depth_max = 500

type Attributes = Parameters<typeof defaultTreeAdapter.createElement>[2]
const valueOf = (attributes: Attributes, name: string) =>
  attributes.find((attribute) => attribute.name === name)?.value

function showsKey(tag: string, attributes: Attributes, public_key: string): boolean {
  if (tag === 'script') return valueOf(attributes, 'data-key') === public_key
  return (
    tag === 'meta' &&
    valueOf(attributes, 'name')?.toLowerCase() === 'ozvi-site' &&
    valueOf(attributes, 'content')?.trim() === public_key
  )
}

/**
 * Whether a page has a workspace's public key in the chat's script tag or in `<meta name="ozvi-site">`. Text doesn't
 * count: a search page or a forum shows what strangers enter. Runs in a thread, because the time depends on the page.
 *
 * @throws Error for a page that is nested too deeply
 */
export function hasSiteKey({ bytes, public_key }: { bytes: Uint8Array; public_key: string }): boolean {
  let isFound = false
  let depth = 0
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tag, namespace, attributes) {
      isFound ||= namespace === html.NS.HTML && showsKey(tag, attributes, public_key)
      return defaultTreeAdapter.createElement(tag, namespace, attributes)
    },
    onItemPush() {
      if (++depth > depth_max) throw new Error('The page is nested too deeply')
    },
    onItemPop() {
      depth--
    },
  }
  parse(new TextDecoder().decode(bytes), { treeAdapter, scriptingEnabled: false })
  return isFound
}
