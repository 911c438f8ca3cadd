/**
 * The first import of the main process. Its standard streams may be closed (a launcher that ended,
 * `nohup`): a write then fails with EPIPE or EIO, and without a listener that is an uncaught
 * exception, for which Electron shows an error dialog.
 */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', () => {
    // Nobody reads what is written there, and there is no other place to report it.
  })
