// The folder of the data belongs to the user of the process alone, whatever the machine's defaults are.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** Makes the folder when it is absent, and takes it and everything below away from other users of the machine. */
export function closeFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  chmodSync(folder, OWN_FOLDER);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    // A database may drop a file of its own while it is looked at; a link leads to what is somebody else's.
    if (found?.isDirectory()) chmodSync(path, OWN_FOLDER);
    else if (found?.isFile()) chmodSync(path, OWN_FILE);
  }
}
