// Fingerprint of the device: SHA-256 over platform, browser, cores, canvas, WebGL and audio. A signal, never the only factor.

export interface Fingerprint {
  hash: string;
  /** A second hash of the hash: names the device on the public channel without telling it. */
  publicWebSocketId: string;
  platform: string;
  browser: string;
  hardwareConcurrency: number;
  canvasFingerprint: string;
  webGLFingerprint: string;
  audioFingerprint: string;
}

let known: Promise<Fingerprint> | null = null;
const KEY = 'fingerprint';

/** The fingerprint of this browser, computed once and kept. */
export function fingerprint(): Promise<Fingerprint> {
  known ??= stored() ?? compute();
  return known;
}

function stored(): Promise<Fingerprint> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Fingerprint | null;
    // A new version of the browser is a new fingerprint.
    return kept && kept.browser === navigator.userAgent ? Promise.resolve(kept) : null;
  } catch {
    return null;
  }
}

async function compute(): Promise<Fingerprint> {
  const parts = {
    platform: navigator.platform,
    browser: navigator.userAgent,
    hardwareConcurrency: navigator.hardwareConcurrency ?? 0,
    canvasFingerprint: await sha256(canvasPicture()),
    webGLFingerprint: await sha256(webGlNames()),
    audioFingerprint: await sha256(await audioSum()),
  };
  const hash = await sha256(Object.values(parts).join('|'));
  const made = { hash, publicWebSocketId: await sha256(hash), ...parts };
  localStorage.setItem(KEY, JSON.stringify(made));
  return made;
}

/** Hex digest. Without a secure context the browser has no digest of its own: FNV over the text stands in, 64 digits long. */
export async function sha256(text: string): Promise<string> {
  if (crypto.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  let mixed = '';
  for (let part = 0; part < 8; part += 1) {
    let hash = 0x811c9dc5 ^ part;
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    mixed += (hash >>> 0).toString(16).padStart(8, '0');
  }
  return mixed;
}

function canvasPicture(): string {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = 220;
    canvas.height = 40;
    const pen = canvas.getContext('2d');
    if (!pen) return 'none';
    pen.font = '18px serif';
    pen.fillStyle = '#c43';
    pen.fillRect(4, 4, 60, 20);
    pen.fillStyle = '#069';
    pen.fillText('Гараж № 45 ✓', 6, 26);
    return canvas.toDataURL();
  } catch {
    return 'none';
  }
}

function webGlNames(): string {
  try {
    const gl = document.createElement('canvas').getContext('webgl');
    if (!gl) return 'none';
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const names = info
      ? [gl.getParameter(info.UNMASKED_VENDOR_WEBGL), gl.getParameter(info.UNMASKED_RENDERER_WEBGL)]
      : [];
    return [gl.getParameter(gl.VERSION), gl.getParameter(gl.MAX_TEXTURE_SIZE), ...names].join('|');
  } catch {
    return 'none';
  }
}

async function audioSum(): Promise<string> {
  try {
    const context = new OfflineAudioContext(1, 2000, 44_100);
    const tone = context.createOscillator();
    const press = context.createDynamicsCompressor();
    tone.type = 'triangle';
    tone.connect(press).connect(context.destination);
    tone.start();
    const samples = (await context.startRendering()).getChannelData(0);
    return samples.reduce((sum, sample) => sum + Math.abs(sample), 0).toFixed(6);
  } catch {
    return 'none';
  }
}
