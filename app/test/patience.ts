import { configure } from '@testing-library/react'

// As for `vi.waitFor`: looking for what should appear is no measurement of how soon it does.
configure({ asyncUtilTimeout: 15_000 })
