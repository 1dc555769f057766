import { readFileSync } from 'node:fs'
import rehypeShiki from '@shikijs/rehype'
import type { Root as Hast } from 'hast'
import type { Root as Mdast } from 'mdast'
import { toString } from 'mdast-util-to-string'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkDirective from 'remark-directive'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { VFile } from 'vfile'
import { parseDocument } from 'yaml'
import {
  type Body,
  type Entry,
  frontMatter,
  type Heading,
} from '../../src/site/content/front-matter.server.ts'
import { fillFigures } from '../figures.ts'
import { directives, type DirectiveMessages } from './directives.ts'
import { checkLinks, frameCode, framePictures, frameTables, linkHeadings } from './elements.ts'
import { type ContentFile, pageFinder } from './files.ts'

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkDirective)

/** Shows apostrophes, which are typed as `'`, as `’`. Code isn't text. */
function setApostrophes(tree: Mdast) {
  visit(tree, 'text', (node) => {
    node.value = node.value.replaceAll(/(?<=[\p{L}\d])'/gu, '’')
  })
}

const plainText = (tree: Mdast) =>
  tree.children
    .filter(({ type }) => type !== 'yaml')
    .map((node) => toString(node))
    .join('\n')

/** @throws VFileMessage with the file and the line */
function readFront(tree: Mdast, file: VFile, { kind, path }: ContentFile): Entry {
  const [yaml] = tree.children
  if (yaml?.type !== 'yaml') return file.fail('The file begins with front matter between two lines of ---')
  const document = parseDocument(yaml.value)
  const first = yaml.position?.start.line ?? 1
  const [broken] = document.errors
  if (broken) file.fail(broken.message, { line: first + (broken.linePos?.[0].line ?? 1), column: 1 })
  const read = frontMatter[kind].safeParse(document.toJS())
  if (read.success) return { ...read.data, path, words: plainText(tree).split(/\s+/).length }
  const [issue] = read.error.issues
  const key = issue?.path.join('.') ?? ''
  const line = yaml.value.split('\n').findIndex((text) => text.startsWith(`${key}:`))
  return file.fail(`${key}: ${issue?.message}`, { line: first + 1 + Math.max(line, 0), column: 1 })
}
const vfile = (name: string, source: string, { locale }: ContentFile) =>
  new VFile({ path: name, value: fillFigures(source, locale) })

/** Returns only the front matter. */
export function compileFront(name: string, source: string, of: ContentFile): Entry {
  const file = vfile(name, source, of)
  return readFront(parser.parse(file), file, of)
}

/** Languages with syntax highlighting. */
const languages = ['bash', 'css', 'html', 'http', 'js', 'json', 'sql', 'ts', 'yaml'] as const

function countWords(locale: string): DirectiveMessages {
  const path = new URL(`../../locales/${locale}/content.json`, import.meta.url)
  // Our own file; a test reads all texts.
  return JSON.parse(readFileSync(path, 'utf8')) as DirectiveMessages
}

/**
 * Compiles a content file to HTML.
 *
 * @throws VFileMessage with file, line and reason: invalid front matter, an unknown directive, a broken link, a
 *   missing image or one without alternative text.
 */
export async function compileBody(name: string, source: string, of: ContentFile): Promise<Body> {
  const file = vfile(name, source, of)
  const tree = parser.parse(file)
  readFront(tree, file, of)
  setApostrophes(tree)
  const text = plainText(tree)
  const words = countWords(of.locale)
  const headings: Heading[] = []
  const processor = unified()
    .use(() => directives(words))
    .use(remarkRehype)
    .use(rehypeSlug)
    .use(() => checkLinks(of.locale, pageFinder(of.locale)))
    .use(() => linkHeadings(headings))
    .use(() => frameTables(words))
    .use(rehypeShiki, {
      langs: [...languages],
      themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      defaultColor: 'light-dark()',
      parseMetaString: (meta) => ({ title: /title="([^"]*)"/.exec(meta)?.[1] ?? '' }),
      fallbackLanguage: 'text',
      transformers: [
        {
          pre(node) {
            node.properties.language = this.options.lang
            const { title } = this.options.meta ?? {}
            if (typeof title === 'string' && title) node.properties.title = title
          },
        },
      ],
    })
    .use(frameCode)
    .use(framePictures)
  const hast = await processor.run(tree, file)
  const html = unified()
    .use(rehypeStringify)
    .stringify(hast as Hast)
  return { html, headings, text }
}
