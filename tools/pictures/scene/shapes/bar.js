// Bars of soap before their carton.
import * as THREE from 'three';
import { plastic } from '../materials.js';
import { printed } from '../canvas.js';
import { roundRect, slab, solid } from '../geometry.js';
import { fit, put } from '../type.js';
import { mix } from '../palette.js';
import { carton } from './carton.js';

export function bar(art) {
  const group = new THREE.Group();
  const r = art.random;
  const towards = r.yes(0.6) ? -1 : 1;
  const pack = carton(art, 1.4, 0.82, 0.42);
  pack.rotation.y = towards * 0.36;
  group.add(pack);

  const tone = /rose|pink/i.test(art.nameEn) ? '#f3c9d3' : '#fbf8f0';
  const soap = new THREE.Group();
  const body = slab(roundRect(0.96, 0.56, 0.27), 0.26, 0.12, 12);
  soap.add(solid(body, plastic(tone, 0.35)));
  // the maker's name pressed into the face
  const map = printed(0.62, 0.24, (ctx, w, h) => {
    const text = fit(ctx, art.brandName, { face: art.style.latin, width: w * 0.9, size: h * 0.7 });
    ctx.globalAlpha = 0.55;
    put(ctx, text, w / 2 + 2, (h - text.height) / 2 + 3, '#ffffff', 'centre');
    ctx.globalAlpha = 0.8;
    put(ctx, text, w / 2, (h - text.height) / 2, mix(tone, '#7a6a55', 0.35), 'centre');
  });
  const pressed = plastic('#ffffff', 0.3);
  Object.assign(pressed, { map, transparent: true, depthWrite: false });
  const face = solid(new THREE.PlaneGeometry(0.62, 0.24), pressed, { at: [0, 0, 0.132] });
  face.castShadow = false;
  soap.add(face);
  soap.rotation.order = 'YXZ';
  soap.rotation.set(-Math.PI / 2 + 0.36, towards * -0.2, 0);
  soap.position.set(-towards * 0.2, 0.2, 0.86);
  group.add(soap);
  return { group, framing: { fill: 0.88, height: 0.34 } };
}
