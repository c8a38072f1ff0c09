// SHA-256 in the page itself: the browser's own is missing where an office opens the console over plain http.

const K = constants((prime) => Math.cbrt(prime));
const START = constants((prime) => Math.sqrt(prime)).slice(0, 8);

/** Hex digest of a text, 64 digits. */
export function sha256(text: string): string {
  const hash = Uint32Array.from(START);
  const words = padded(new TextEncoder().encode(text));
  const w = new Uint32Array(64);
  for (let at = 0; at < words.length; at += 16) {
    w.set(words.subarray(at, at + 16));
    for (let i = 16; i < 64; i += 1)
      w[i] = w[i - 16]! + small(w[i - 15]!, 7, 18, 3) + w[i - 7]! + small(w[i - 2]!, 17, 19, 10);
    mix(hash, w);
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
}

function mix(hash: Uint32Array, w: Uint32Array) {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word));
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const small = (word: number, first: number, second: number, shift: number) =>
  turn(word, first) ^ turn(word, second) ^ (word >>> shift);

/** Big-endian words: the bytes, one set bit, zeros, the length in bits. */
function padded(bytes: Uint8Array): Uint32Array {
  const length = ((bytes.length + 8) >> 6) + 1;
  const words = new Uint32Array(length * 16);
  bytes.forEach((byte, i) => (words[i >> 2]! |= byte << (24 - (i & 3) * 8)));
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length & 3) * 8);
  words[words.length - 2] = Math.floor(bytes.length / 0x20000000);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

/** First 32 bits of the fractions of a root of the first 64 primes, as the standard defines its constants. */
function constants(root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    const isPrime = Array.from({ length: candidate - 2 }, (_, i) => i + 2).every((divisor) => candidate % divisor);
    if (isPrime) found.push(((root(candidate) % 1) * 0x100000000) >>> 0);
  }
  return found;
}
