import { createContext, useContext } from 'react'

/** The nonce of the response being rendered; empty in the browser, where scripts are already trusted. */
export const NonceContext = createContext('')
export const useNonce = () => useContext(NonceContext) || undefined
