import { createWire, type Transport, type Wire } from '@ozvi/wire'

let transport: Transport
let wire: Wire
/** Called once by the entry file, and by each page test. */
export function connectWire(by: Transport) {
  transport = by
  wire = createWire(by)
}
export const call: Wire['call'] = (...args) => wire.call(...args)
export const listen: Wire['listen'] = (...args) => wire.listen(...args)
export const watch: Wire['watch'] = (...args) => wire.watch(...args)
/** For the few replies that are more than `data` or an error. */
export const send: Transport['send'] = (...args) => transport.send(...args)
