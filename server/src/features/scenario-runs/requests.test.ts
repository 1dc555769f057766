import { setStatus, startScenarioRun } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { handleMessage, sendRequest } from '#features/scenario-runs'
import { fakeSite } from '../../../test/fake-site.ts'
import { bodies, bye, flowOf, runScene, say, type Step } from './test/run-scene.ts'

const site = await fakeSite()
/** Inside the network: no request may reach it. */
const hidden = await fakeSite()
const { server, shop } = await runScene({ EGRESS_ALLOW: site.host })
afterAll(() => {
  site.close()
  hidden.close()
})

test('a message that arrives during a request is handled after it, by the run or by what follows it', async () => {
  const { of, browser, publish, write, row, replies, reached } = await shop()
  /** Responds to the request that the server waits for; undefined if it waits for none. */
  let answer: (() => void) | undefined
  site.pages['/slow'] = (_request, reply) => {
    answer = () => {
      answer = undefined
      reply.end('{}')
    }
  }
  const slow: Step = {
    id: 'slow',
    kind: 'http_request',
    url: `${site.origin}/slow`,
    ok: 'ask',
    failed: 'bye',
  }
  const ask: Step = {
    id: 'ask',
    kind: 'question',
    text: { en: 'Your name?' },
    save_as: { variable: 'name' },
    next: 'hi',
  }
  const variables = [{ name: 'name', type: 'text' as const }]
  await publish('Slow', flowOf([slow, ask, say('hi', 'Hi {{name}}', 'bye'), bye], { variables }))
  const asked = () => server.eventually(async () => answer)
  await write('Good morning')
  const answerFirst = await asked()
  const { seq } = await write('Eva')
  await handleMessage(server.ctx, { ...of, seq })
  answerFirst()
  await reached({ status: 'completed' })
  expect(bodies(await replies(2))).toEqual(['Your name?', 'Hi Eva'])

  // A run that ends leaves the message to the assistant; a resolved conversation is reopened for a new run.
  await browser.call(setStatus, { ...of, status: 'resolved' })
  const over = await publish('Over', flowOf([{ ...slow, ok: 'bye' }, bye], { trigger: { kind: 'manual' } }))
  await browser.call(startScenarioRun, { ...of, scenario_id: over.id })
  expect(await row()).toMatchObject({ status: 'open', handler: 'scenario' })
  const answerSecond = await asked()
  await write('Are you there?')
  answerSecond()
  await reached({ status: 'completed', scenario_name: 'Over' })
  await server.eventually(async () => ((await row()).handler === 'assistant' ? true : undefined))
})

test('SEC-36 an HTTP step saves what the server returns, sends its key again, and takes the failed edge, even for addresses inside the network', async () => {
  const { of, publish, write, replies, reached, thread } = await shop()
  const asked: (string | string[] | undefined)[] = []
  const json = (status: number, body: string) =>
    ((request, reply) => {
      asked.push(request.headers['idempotency-key'])
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }) satisfies (typeof site.pages)[string]
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  site.pages['/order'] = json(200, String.raw`{"items":[{"state":"\u0000shipped\ud800"}]}`)
  site.pages['/broken'] = json(500, 'no')
  site.pages['/huge'] = json(200, `"${'x'.repeat(500_000)}"`)
  site.pages['/inner'] = (_request, reply) => reply.writeHead(302, { location: `${hidden.origin}/` }).end()
  site.pages['/silent'] = (incoming) => void incoming.socket.destroy()
  const request = (id: string, url: string, ok: string): Step => ({
    id,
    kind: 'http_request',
    url,
    map: [{ path: 'items.0.state', variable: 'state' }],
    ok,
    failed: `${id}_failed`,
  })
  await publish(
    'Status',
    flowOf(
      [
        request('order', `${site.origin}/order`, 'state'),
        say('order_failed', 'Failed 1', 'state'),
        say('state', 'It is {{state|unknown}}', 'broken'),
        request('broken', `${site.origin}/broken`, 'bye'),
        say('broken_failed', 'Failed 2', 'huge'),
        request('huge', `${site.origin}/huge`, 'after'),
        say('huge_failed', 'Failed 3', 'after'),
        say('after', 'It is {{state|unknown}}', 'inner'),
        request('inner', `${site.origin}/inner`, 'bye'),
        say('inner_failed', 'Failed 4', 'silent'),
        request('silent', `${site.origin}/silent`, 'bye'),
        say('silent_failed', 'Failed 5', 'bye'),
        bye,
      ],
      { variables: [{ name: 'state', type: 'text' }] },
    ),
  )
  await write('Where is my order?')
  const run = await reached({ status: 'completed' })
  expect(bodies(await replies(5))).toEqual([
    'It is shipped\ufffd',
    'Failed 2',
    'It is unknown',
    'Failed 4',
    'Failed 5',
  ])
  expect(hidden.asked).toEqual([])
  // The team reads why; a status is up to the scenario.
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(failed.map(({ details }) => [details.scenario?.step_number, details.failed_step_reason])).toEqual([
    [6, 'response_too_large'],
    [9, 'url_blocked'],
    [11, 'no_response'],
  ])
  expect(new Set(asked).size).toBe(3)
  // A request that is sent again has the same key, and its result no longer changes the run.
  await sendRequest(server.ctx, {
    ...of,
    run_id: run.id,
    request: {
      key: `${run.id}:order:1`,
      method: 'GET',
      url: `${site.origin}/order`,
      headers: [],
      body: null,
      timeout_s: 5,
    },
  })
  expect(asked.at(-1)).toBe(asked[0])
  expect(await replies(5)).toHaveLength(5)
})
