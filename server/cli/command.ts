// A command of the installation: what it refuses is said in words, without the traces of the program.

/** Runs the work of a command; the process ends with 1 when it throws. `wordsOf` says a fault otherwise than by its message. */
export async function runCommand(
  main: () => Promise<void>,
  wordsOf: (error: unknown) => string = (error) => (error instanceof Error ? error.message : String(error)),
): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(wordsOf(error));
    process.exitCode = 1;
  }
}
