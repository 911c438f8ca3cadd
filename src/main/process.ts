/**
 * First import of the main process: its standard streams and its variables, before Electron and
 * Chromium change them.
 */

// The streams may be closed (a launcher that ended, `nohup`): writes then fail with EPIPE or EIO,
// and without a listener Electron shows an error dialog.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', () => {
    // There is no reader, and no other place to report to.
  })

/**
 * The variables that vibeflow was started with, for tabs and every other program that it starts.
 * Chromium sets variables of its own process when it is ready (GDK_BACKEND, NO_AT_BRIDGE,
 * IBUS_ENABLE_SYNC_MODE ...) and never removes them. In a tab they would force GTK programs onto a
 * display server and turn their accessibility off.
 */
export const ownEnvironment: NodeJS.ProcessEnv = { ...process.env }
