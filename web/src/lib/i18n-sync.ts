// Imported for its effect where nothing can be awaited: both catalogues at once, for the page
// renderer and for tests. The browser never imports it.
import arabic from '../../../contract/messages/ar.json'
import english from '../../../contract/messages/en.json'
import { registerCatalogue } from './i18n-catalogue'

registerCatalogue('english', english)
registerCatalogue('arabic', arabic)
