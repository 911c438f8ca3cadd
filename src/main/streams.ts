/**
 * First import of the main process. Its standard streams may be closed (a launcher that ended,
 * `nohup`): writes then fail with EPIPE or EIO, and without a listener Electron shows an error
 * dialog.
 */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', () => {
    // There is no reader, and no other place to report to.
  })
