import { readContent } from '../extract/read-content.ts'

/** Reads a page of a shop. */
export const page = (html: string, more: { content_type?: string; url?: string } = {}) =>
  readContent({ format: 'html', bytes: Buffer.from(html), url: 'https://shop.example/a/b', ...more })
/** The text of a page with this body. */
export const text = (body: string) => page(`<!doctype html><title>T</title>${body}`).text
/** Enough text to be the content of a page. */
export const prose =
  '<p>Balík doručíme kuriérom na adresu, ktorú ste zadali v objednávke, do dvoch dní.</p>'.repeat(4)
