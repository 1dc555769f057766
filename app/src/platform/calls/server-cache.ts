import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'

/** The cache of one request, shared by the loaders of its page. */
export const serverCache = createContext<QueryClient>()
