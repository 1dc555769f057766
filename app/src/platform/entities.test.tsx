// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import fc from 'fast-check'
import { Profiler } from 'react'
import { expect, test } from 'vitest'
import { createEntities, hydrateEntities, entitiesOf, takeEntities, useEntity } from './entities.ts'
import { createQueryClient } from './calls/query-client.ts'

interface Row {
  id: string
  version: number
  status: string
  priority: string
}
const rowAt = (version: number, id = 'a'): Row => ({
  id,
  version,
  status: `status ${version}`,
  priority: `priority ${version}`,
})
type Step =
  | { kind: 'put'; version: number }
  | { kind: 'guess'; guess: Partial<Row> }
  | { kind: 'undo'; at: number }
  | { kind: 'remove'; version: number }
const version = fc.integer({ min: 1, max: 9 })
const text = fc.string({ maxLength: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), version }),
  fc.record({
    kind: fc.constant('guess' as const),
    guess: fc.oneof(fc.record({ status: text }), fc.record({ priority: text })),
  }),
  fc.record({ kind: fc.constant('undo' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove' as const), version }),
)

test('after any order of responses, optimistic changes, undos and removals, a row is its newest version plus pending changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const rows = createEntities<Row>()
      const guesses: { guess: Partial<Row>; undo: () => void; isOpen: boolean }[] = []
      let newest = 0
      let removed = 0
      for (const each of steps) {
        if (each.kind === 'put') {
          rows.put([rowAt(each.version)])
          if (each.version > removed) newest = Math.max(newest, each.version)
        } else if (each.kind === 'guess') {
          guesses.push({ guess: each.guess, undo: rows.guess('a', each.guess), isOpen: true })
        } else if (each.kind === 'undo') {
          const undone = guesses[each.at]
          undone?.undo()
          if (undone) undone.isOpen = false
        } else {
          rows.remove('a', each.version)
          removed = Math.max(removed, each.version)
          if (newest <= removed) newest = 0
        }
        const open = guesses.filter(({ isOpen }) => isOpen).map(({ guess }) => guess)
        const expected = newest === 0 ? undefined : Object.assign(rowAt(newest), ...open)
        expect(rows.get('a')).toEqual(expected)
        expect(rows.get('a')).toBe(rows.get('a'))
      }
    }),
  )
})
test('versions of a row can arrive in any order; the newest one stays', () => {
  fc.assert(
    fc.property(fc.uniqueArray(version, { minLength: 1 }), (versions) => {
      const rows = createEntities<Row>()
      for (const each of versions) rows.put([rowAt(each)])
      expect(rows.get('a')).toEqual(rowAt(Math.max(...versions)))
    }),
  )
})
test('a permanently removed row doesn’t come back, a forgotten one can', () => {
  const rows = createEntities<Row>()
  rows.put([rowAt(1), rowAt(1, 'b')])
  rows.remove('a')
  rows.forget('a')
  rows.forget('b')
  expect(rows.all()).toEqual([])
  rows.put([rowAt(9), rowAt(1, 'b')])
  expect(rows.all()).toEqual([rowAt(1, 'b')])
})
test('after a reset, a row removed up to a version can be stored again, and one removed for good can’t', () => {
  const rows = createEntities<Row>()
  rows.put([rowAt(1), rowAt(1, 'b')])
  rows.remove('a', 1)
  rows.remove('b')
  rows.resetRemovedVersions()
  rows.put([rowAt(1), rowAt(1, 'b')])
  expect(rows.all()).toEqual([rowAt(1)])
})
test('an unchanged row stays the same object and notifies no one', () => {
  const rows = createEntities<Row>()
  rows.put([rowAt(1)])
  const [row, changes] = [rows.get('a'), rows.changes()]
  rows.put([rowAt(1)])
  expect(rows.get('a')).toBe(row)
  expect(rows.changes()).toBe(changes)
})
test('a change of a row keeps its pending optimistic changes', () => {
  const rows = createEntities<Row>()
  rows.put([rowAt(1)])
  const undo = rows.guess('a', { status: 'guessed' })
  rows.change('a', (row) => ({ ...row, status: 'changed', priority: 'changed' }))
  expect(rows.get('a')).toEqual({ id: 'a', version: 1, status: 'guessed', priority: 'changed' })
  undo()
  expect(rows.get('a')).toEqual({ id: 'a', version: 1, status: 'changed', priority: 'changed' })
})
test('a change of one row renders one row', () => {
  const rows = createEntities<Row>()
  const ids = ['a', 'b', 'c']
  rows.put(ids.map((id) => rowAt(1, id)))
  const rendered: string[] = []
  const Line = ({ id }: { id: string }) => <p>{useEntity(rows, id)?.status}</p>
  render(
    ids.map((id) => (
      <Profiler key={id} id={id} onRender={(profiled) => rendered.push(profiled)}>
        <Line id={id} />
      </Profiler>
    )),
  )
  rendered.length = 0
  act(() => rows.put([rowAt(2, 'b'), rowAt(0, 'c')]))
  expect(rendered).toEqual(['b'])
  expect(document.body.textContent).toBe('status 1status 2status 1')
})
test('the rows of a request are sent once and stored by the browser', () => {
  const [request, browser] = [createQueryClient(), createQueryClient()]
  entitiesOf<Row>(request, 'rows').put([rowAt(1), rowAt(2, 'b')])
  hydrateEntities(browser, takeEntities(request))
  expect(takeEntities(request)).toEqual({})
  expect(entitiesOf<Row>(browser, 'rows').all()).toEqual([rowAt(1), rowAt(2, 'b')])
})
