import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the register behaves: as VIES does for a number, for a member state, or out of order. */
export type ViesMode =
  | 'on'
  /** The country's register is unavailable: status 200, like the real one. */
  | 'MS_UNAVAILABLE'
  | 'MS_MAX_CONCURRENT_REQ'
  | 'TIMEOUT'
  | 'INVALID_INPUT'
  /** Too many requests in all; status 200 with `errorWrappers` in place of the usual fields. */
  | 'failed'
  | 'down'
  | 'garbage'
  | 'page'
  | 'huge'
  | 'silent'
  | 'redirect'

/**
 * The part of VIES's REST API that billing uses, `GET /ms/{country}/vat/{number}`. Numbers in `known` are valid; every
 * other one is invalid.
 */
export async function fakeVies(known: Record<string, string> = { SK2020304050: 'Shop s. r. o.' }) {
  const state: { mode: ViesMode } = { mode: 'on' }
  const requests: string[] = []
  const silent = new Set<ServerResponse>()
  /** Nothing was compared: a request names no trader. */
  const unmatched = {
    matchName: 3,
    matchStreet: 3,
    matchPostalCode: 3,
    matchCity: 3,
    matchCompanyType: 3,
  }

  function answer(country: string, number: string) {
    const name = known[country + number]
    const userError = state.mode === 'on' ? (name ? 'VALID' : 'INVALID') : state.mode
    const isValid = userError === 'VALID'
    const unknown = { name: '---', street: '---', postalCode: '---', city: '---', companyType: '---' }
    return {
      isValid,
      requestDate: new Date().toISOString(),
      userError,
      name: (isValid && name) || '---',
      address: isValid ? 'Hlavná 1\n811 01 Bratislava\nSlovensko' : '---',
      requestIdentifier: '',
      originalVatNumber: number,
      vatNumber: number,
      viesApproximate: { ...unknown, ...unmatched },
    }
  }
  function misbehave(reply: ServerResponse): boolean {
    switch (state.mode) {
      case 'down':
        reply.writeHead(500, { 'content-type': 'application/json' })
        reply.end('{"actionSucceed":false,"errorWrappers":[{"error":"SERVICE_UNAVAILABLE"}]}')
        return true
      case 'failed':
        reply.writeHead(200, { 'content-type': 'application/json' })
        reply.end('{"actionSucceed":false,"errorWrappers":[{"error":"GLOBAL_MAX_CONCURRENT_REQ"}]}')
        return true
      case 'garbage':
        reply.writeHead(200, { 'content-type': 'application/json' }).end('{"isValid":"yes","userError":7')
        return true
      case 'page':
        reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
        return true
      case 'huge':
        reply.writeHead(200, { 'content-type': 'application/json' })
        reply.end(`{"isValid":true,"userError":"VALID","name":"${'x'.repeat(2_000_000)}"}`)
        return true
      case 'silent':
        silent.add(reply)
        return true
      case 'redirect':
        reply.writeHead(302, { location: '/ms/SK/vat/2020304050' }).end()
        return true
      default:
        return false
    }
  }

  const server = createServer((request, reply) => {
    requests.push(request.url ?? '')
    if (misbehave(reply)) return
    const [, ms, country, vat, number] = new URL(request.url ?? '/', 'http://vies').pathname.split('/')
    const isCheck = request.method === 'GET' && ms === 'ms' && vat === 'vat' && country && number
    if (!isCheck) return void reply.writeHead(404).end()
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer(country, decodeURIComponent(number))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    environment: { VIES_API_URL: `http://127.0.0.1:${port}`, EGRESS_ALLOW: `127.0.0.1:${port}` },
    state,
    requests,
    /** Ends the connections that wait in vain. */
    hangUp() {
      for (const reply of silent) reply.destroy()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
