// Imported for its effect where nothing can be awaited: the whole table at once, for the page renderer and for tests.
// The browser never imports it.
import { laterRoutes } from './later-screens'
import { addLaterRoutes } from './route-table'

addLaterRoutes(laterRoutes)
