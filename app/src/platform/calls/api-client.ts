import { createWire, type Transport, type Wire } from '@ozvi/wire'

let transport: Transport
let client: Wire
/** Called once by the entry file, and by each page test. */
export function connectApiClient(connected: Transport) {
  transport = connected
  client = createWire(connected)
}
export const call: Wire['call'] = (...args) => client.call(...args)
export const listen: Wire['listen'] = (...args) => client.listen(...args)
export const watch: Wire['watch'] = (...args) => client.watch(...args)
/** For the few responses that contain more than `data` or an error. */
export const send: Transport['send'] = (...args) => transport.send(...args)
