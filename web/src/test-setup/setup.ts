import '../lib/i18n-sync'
import './dialog'

import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)
