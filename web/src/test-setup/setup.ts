import '../lib/i18n-sync'
import './dialog'

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine may take a while to load a chunk of the shop.
configure({ asyncUtilTimeout: 15_000 })

// jsdom lays nothing out and scrolls nothing; the tests of the build have no document at all.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => {}

afterEach(cleanup)
