// Small bottles with a pipette.
import * as THREE from 'three';
import { wrapLabel } from '../label.js';
import { glass, metal, paper, plastic, rubber } from '../materials.js';
import { ribbed, revolve, skin } from '../geometry.js';
import { mix, shade } from '../palette.js';
import { cartonAt } from './carton.js';

export function dropper(art) {
  const group = new THREE.Group();
  const r = art.random;
  const serum = art.form === 'serum';
  const [R, H] = serum ? [0.27, 0.66] : [0.26, 0.6];
  const drop = new THREE.Group();
  const wall = serum ? glass(mix(art.palette.strong, '#ffffff', art.palette.pale ? 0.7 : 0.12)) : r.yes(0.7) ? glass('#6b3410') : plastic('#fbfaf7', 0.65);
  drop.add(revolve([[0, 0], [R - 0.03, 0, 0.02], [R, 0.05, 0.04], [R, H - 0.08, 0.11], [0.12, H + 0.02, 0.05], [0.12, H + 0.08]], wall));
  const angle = 4;
  drop.add(skin(() => R, 0.06, H - 0.16, angle, paper(wrapLabel(art, R, H - 0.22, angle))));
  const collarColour = serum ? r.pick(['#f4f4f1', '#1e2022', art.palette.strong]) : r.pick(['#fbfbf9', art.palette.strong]);
  if (serum && r.yes(0.5)) drop.add(revolve([[0, H + 0.05], [0.15, H + 0.05, 0.01], [0.15, H + 0.22, 0.02], [0, H + 0.22]], metal(r.pick(['#d9dcdd', '#d8b787']), 0.24)));
  else drop.add(ribbed(0.152, 0.18, 40, plastic(collarColour, 0.5), { at: [0, H + 0.045, 0] }));
  drop.add(revolve([[0, H + 0.2], [0.1, H + 0.2, 0.01], [0.098, H + 0.27, 0.03], [0.078, H + 0.31, 0.03], [0.082, H + 0.46, 0.07], [0, H + 0.47]], rubber(serum ? shade(collarColour, 0.1) : r.pick(['#f2f1ee', '#2a2c2e', art.palette.strong]))));
  group.add(drop);
  if (r.yes(serum ? 0.5 : 0.8)) {
    const side = r.yes() ? 1 : -1;
    group.add(cartonAt(art, [0.62, 1.12, 0.52], { x: side * 0.4, z: -0.3, turn: -side * 0.36 }));
    drop.position.set(-side * 0.26, 0, 0.24);
  }
  return { group, framing: { fill: 0.86, height: 0.14 } };
}
