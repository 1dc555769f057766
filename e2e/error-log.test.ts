import { afterAll, expect, test } from 'vitest'
import { startProduct } from './product.ts'

const product = await startProduct()
afterAll(() => product.stop())

test('404 S8.11 the server logs the error page of a public page, without the query of its address', async () => {
  const lost = `/en/nowhere-${crypto.randomUUID()}`
  const reply = await fetch(`${product.origin}${lost}?token=secret`)
  expect(reply.status).toBe(404)
  await expect.poll(() => product.log()).toContain(`Error page: Page not found: ${lost}`)
  const line = product
    .log()
    .split('\n')
    .find((each) => each.includes(lost))
  expect(JSON.parse(line ?? '')).toMatchObject({ status: 404, request_id: expect.any(String) })
  expect(product.log()).not.toContain('secret')
  expect((await fetch(`${product.origin}/en/blog`)).status).toBe(200)
  expect(product.log()).not.toContain('/en/blog')
})
