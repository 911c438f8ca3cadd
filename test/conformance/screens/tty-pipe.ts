/**
 * Runs in a terminal: passes bytes between its tty and a Unix socket. Its first line to the socket
 * is the size of the terminal.
 */
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'

const [socketFile = ''] = process.argv.slice(2)
const socket = connect(socketFile)

// Node's own raw mode lets the kernel turn LF into CR LF.
execFileSync('stty', ['raw', '-echo'], { stdio: ['inherit', 'ignore', 'inherit'] })
const size = (): string => `${process.stdout.columns} ${process.stdout.rows}\n`
socket.write(size())
process.stdout.on('resize', () => socket.write(size()))
socket.on('data', (bytes) => process.stdout.write(bytes))
socket.on('close', () => process.exit())
process.stdin.on('data', (bytes) => socket.write(bytes))
