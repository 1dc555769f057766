/*
 * Signing on the customer's server without a library: a token has three parts, the last of which is the HMAC
 * of the first two. Valid for ten minutes, because the page uses it immediately.
 */

export type SnippetName = 'node' | 'php' | 'python' | 'ruby'
/** Names of programming languages, which aren't translated. */
export const snippetTitles: Record<SnippetName, string> = {
  node: 'Node.js',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
}

const node = (key: string) => `import { createHmac } from 'node:crypto'

const pack = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')

export function identityToken(user) {
  const claims = {
    aud: '${key}',
    exp: Math.floor(Date.now() / 1000) + 600,
    sub: String(user.id),
    email: user.email,
    name: user.name,
  }
  const text = \`\${pack({ alg: 'HS256', typ: 'JWT' })}.\${pack(claims)}\`
  const secret = process.env.OZVI_IDENTITY_SECRET
  return \`\${text}.\${createHmac('sha256', secret).update(text).digest('base64url')}\`
}`

const php = (key: string) => `<?php
function identity_token(array $user): string {
  $pack = fn(string $part) => rtrim(strtr(base64_encode($part), '+/', '-_'), '=');
  $claims = [
    'aud' => '${key}',
    'exp' => time() + 600,
    'sub' => (string) $user['id'],
    'email' => $user['email'],
    'name' => $user['name'],
  ];
  $text = $pack('{"alg":"HS256","typ":"JWT"}') . '.' . $pack(json_encode($claims));
  $secret = getenv('OZVI_IDENTITY_SECRET');
  return $text . '.' . $pack(hash_hmac('sha256', $text, $secret, true));
}`

const python = (key: string) => `import base64, hashlib, hmac, json, os, time

def pack(part):
    return base64.urlsafe_b64encode(part).rstrip(b'=').decode()

def identity_token(user):
    claims = {
        'aud': '${key}',
        'exp': int(time.time()) + 600,
        'sub': str(user['id']),
        'email': user['email'],
        'name': user['name'],
    }
    text = pack(b'{"alg":"HS256","typ":"JWT"}') + '.' + pack(json.dumps(claims).encode())
    secret = os.environ['OZVI_IDENTITY_SECRET'].encode()
    return text + '.' + pack(hmac.new(secret, text.encode(), hashlib.sha256).digest())`

const ruby = (key: string) => `require 'base64'
require 'json'
require 'openssl'

def pack(part) = Base64.urlsafe_encode64(part, padding: false)

def identity_token(user)
  claims = {
    aud: '${key}',
    exp: Time.now.to_i + 600,
    sub: user[:id].to_s,
    email: user[:email],
    name: user[:name],
  }
  text = "#{pack('{"alg":"HS256","typ":"JWT"}')}.#{pack(claims.to_json)}"
  secret = ENV.fetch('OZVI_IDENTITY_SECRET')
  "#{text}.#{pack(OpenSSL::HMAC.digest('SHA256', secret, text))}"
end`

/** @param key the workspace's public key */
export const snippets: Record<SnippetName, (key: string) => string> = { node, php, python, ruby }
/** What the page does with the token. */
export const pageSnippet = `ozvi('identify', { jwt: token })`
