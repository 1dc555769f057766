import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const json = (type: 'create' | 'get', challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))

/** A software authenticator as browsers use it: one ES256 credential with a signature counter. */
export function authenticator(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const isPresent = 0x01
  const hasSeenPerson = 0x04
  const data = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  /** COSE, as CBOR. */
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  return {
    create(challenge: string, { rpId = 'localhost', flags = isPresent | hasSeenPerson } = {}) {
      const authData = Buffer.concat([
        data(rpId, flags | 0x40),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: json('create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    get(challenge: string, { rpId = 'localhost', flags = isPresent | hasSeenPerson, owner = '' } = {}) {
      const sent = json('get', challenge, origin)
      const authenticatorData = data(rpId, flags)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(sent)]), privateKey)
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: sent.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(owner ? { userHandle: Buffer.from(owner).toString('base64url') } : {}),
        },
      }
    },
    /** As a copy would be, which knows nothing of later uses. */
    rewind: () => void (counter = 0),
  }
}
