import { createElement, Fragment, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { OzviChat, useOzvi } from '../../react/src/index.ts'

/* A React application with the chat, bundled by `react.test.ts`. */

const { url = '', publicKey = '' } = document.body.dataset
const button = (text: string, onClick: () => void) => createElement('button', { onClick }, text)

function Status({ seen }: { seen: string }) {
  const { ask, isReady, unread } = useOzvi()
  return createElement(
    Fragment,
    null,
    createElement('p', { role: 'status' }, `${isReady ? 'ready' : 'loading'} ${seen} ${unread ?? '-'}`),
    button('Ask', () => ask('How long can I return an item?')),
  )
}

function App() {
  const [isShown, setIsShown] = useState(false)
  const [mounted, setMounted] = useState(2)
  const [seen, setSeen] = useState('')
  const chats = Array.from({ length: mounted }, (_, key) =>
    createElement(OzviChat, {
      key,
      url,
      publicKey,
      onOpen: () => setSeen('opened'),
      identity: { name: 'Jana' },
    }),
  )
  return createElement(
    StrictMode,
    null,
    isShown ? createElement(Status, { seen }) : button('Status', () => setIsShown(true)),
    button('Fewer', () => setMounted(mounted - 1)),
    button('More', () => setMounted(mounted + 1)),
    ...chats,
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(App))
