// What a device is known by: SHA-256 over platform, browser, cores, canvas, WebGL and audio. A signal, never the only factor.
import { sha256 } from './sha256.ts';

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

/** The fingerprint of this browser, computed anew at every start: what was kept could be carried to another one. */
export async function computeFingerprint(): Promise<Fingerprint> {
  const parts = {
    platform: navigator.platform,
    browser: browserName(navigator.userAgent),
    hardwareConcurrency: navigator.hardwareConcurrency ?? 0,
    canvasFingerprint: sha256(canvasPicture()),
    webGLFingerprint: sha256(webGlNames()),
    audioFingerprint: sha256(await audioSum()),
  };
  const hash = sha256(Object.values(parts).join('|'));
  return { hash, publicWebSocketId: sha256(hash), ...parts };
}

/** Name of the browser without its version: an update must not sign everybody out. */
export function browserName(agent: string): string {
  const known = [/YaBrowser/, /Edg/, /OPR|Opera/, /Firefox/, /Chrom(e|ium)/, /Safari/];
  return agent.match(known.find((name) => name.test(agent)) ?? /^\w*/)?.[0] ?? '';
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
