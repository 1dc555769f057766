import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Element, ElementContent, Root } from 'hast'
import { toString } from 'hast-util-to-string'
import { imageSizeFromFile } from 'image-size/fromFile'
import { SKIP, visit } from 'unist-util-visit'
import type { VFile } from 'vfile'
import { imageWidthSet } from '../../src/platform/document/images.ts'
import type { Heading } from '../../src/site/content/front-matter.server.ts'
import type { DirectiveMessages } from './directives.ts'

const publicFolder = fileURLToPath(new URL('../../public', import.meta.url))
const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element => ({ type: 'element', tagName, properties, children })

/** Every heading links to itself; second and third levels make up the table of contents. */
export function linkHeadings(headings: Heading[]) {
  return (tree: Root) => {
    visit(tree, 'element', (node) => {
      const depth = Number(/^h([2-6])$/.exec(node.tagName)?.[1])
      const { id } = node.properties
      if (!depth || typeof id !== 'string') return
      if (depth === 2 || depth === 3) headings.push({ id, text: toString(node), depth })
      node.children = [element('a', { href: `#${id}` }, node.children)]
    })
  }
}

/** Adds the language to internal links and opens external ones in a new tab. A broken link fails the build. */
export function checkLinks(locale: string, isPage: (path: string) => boolean) {
  return (tree: Root, file: VFile) => {
    const ids = new Set<string>()
    visit(tree, 'element', ({ properties: { id } }) => void (typeof id === 'string' && ids.add(id)))
    visit(tree, 'element', (node) => {
      const { href } = node.properties
      if (node.tagName !== 'a' || typeof href !== 'string') return
      if (href.startsWith('#')) {
        if (!ids.has(decodeURIComponent(href.slice(1)))) file.fail(`No heading ${href} on this page`, node)
      } else if (href.startsWith('/')) {
        const [path = '', hash] = href.split('#')
        if (/^\/(api|widget\.js)/.test(path)) return
        if (!isPage(path)) file.fail(`The link leads to no page: ${href}`, node)
        node.properties.href = `/${locale}${path === '/' ? '' : path}${hash === undefined ? '' : `#${hash}`}`
      } else if (/^https?:/.test(href)) {
        node.properties.rel = ['noopener']
      } else if (!href.startsWith('mailto:')) {
        file.fail(`A link is /a/page, #a-heading, https: or mailto:, not ${href}`, node)
      }
    })
  }
}

/** Wide tables scroll horizontally, also by keyboard; an empty corner cell isn't a header. */
export function frameTables(words: DirectiveMessages) {
  return (tree: Root) => {
    let count = 0
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || !parent || index === undefined) return
      visit(node, 'element', (cell) => {
        if (cell.tagName === 'th' && cell.children.length === 0) cell.tagName = 'td'
      })
      const ariaLabel = `${words.table} ${(count += 1)}`
      const frame = { className: ['table-frame'], tabIndex: 0, role: 'region', ariaLabel }
      parent.children[index] = element('div', frame, [node])
      return SKIP
    })
  }
}

/** Code is a figure with its title or language above, and space for a copy button. */
export function frameCode() {
  return (tree: Root) => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'pre' || !parent || index === undefined) return
      const { title, language } = node.properties
      delete node.properties.title
      delete node.properties.language
      const caption = typeof title === 'string' ? title : typeof language === 'string' ? language : ''
      const head = element('figcaption', {}, [{ type: 'text', value: caption }])
      parent.children[index] = element('figure', { className: ['code'], dataCode: '' }, [head, node])
      return SKIP
    })
  }
}

/** An image alone in its paragraph is a figure with its title as the caption; its size is read from the file. */
export function framePictures() {
  return async (tree: Root, file: VFile) => {
    const pictures: { node: Element; src: string }[] = []
    visit(tree, 'element', (node, index, parent) => {
      const { src, title } = node.properties
      if (node.tagName !== 'img' || typeof src !== 'string') return
      if (!src.startsWith('/images/') || !existsSync(publicFolder + src)) {
        file.fail(`There is no picture app/public${src}`, node)
      }
      if (!node.properties.alt) file.fail('A picture needs words for those who do not see it', node)
      pictures.push({ node, src })
      if (parent?.type !== 'element' || parent.tagName !== 'p' || index === undefined) return
      delete node.properties.title
      parent.tagName = 'figure'
      parent.properties = { className: ['picture'] }
      const caption =
        typeof title === 'string' ? [element('figcaption', {}, [{ type: 'text', value: title }])] : []
      parent.children = [node, ...caption]
    })
    for (const { node, src } of pictures) {
      const { width, height } = await imageSizeFromFile(publicFolder + src)
      Object.assign(node.properties, {
        width,
        height,
        loading: 'lazy',
        decoding: 'async',
        srcSet: imageWidthSet(src, width),
        sizes: '(min-width: 48rem) 45rem, 100vw',
      })
    }
  }
}
