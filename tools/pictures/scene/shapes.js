// Which builder draws which shape of the catalogue.
import { bar } from './shapes/bar.js';
import { blister } from './shapes/blister.js';
import { bottle } from './shapes/bottle.js';
import { box } from './shapes/box.js';
import { device } from './shapes/device.js';
import { dropper } from './shapes/dropper.js';
import { inhaler } from './shapes/inhaler.js';
import { jar } from './shapes/jar.js';
import { plaster } from './shapes/plaster.js';
import { pump } from './shapes/pump.js';
import { roll } from './shapes/roll.js';
import { sachet } from './shapes/sachet.js';
import { spray } from './shapes/spray.js';
import { stick } from './shapes/stick.js';
import { tube } from './shapes/tube.js';

export const SHAPES = { bar, blister, bottle, box, device, dropper, inhaler, jar, plaster, pump, roll, sachet, spray, stick, tube };
