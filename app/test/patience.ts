import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// As for `vi.waitFor`: looking for what should appear is no measurement of how soon it does.
configure({ asyncUtilTimeout: 15_000 })

// What a page fetches only when it is needed may still be on its way; read after the end, it would be an error.
afterAll(() => vi.dynamicImportSettled())
