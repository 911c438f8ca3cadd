/**
 * Ordinary programs and what a tab shows while they run: `password`, `input` or nothing. Commands
 * run in a folder of their own, in bash without integration.
 */
export interface Program {
  readonly name: string
  /** Programs that must be installed. */
  readonly needs: readonly string[]
  readonly run: string
  readonly shows: 'password' | 'input' | null
  /** Output after which it asks; by default the last output. */
  readonly asks?: RegExp
  /** Typed after a while without Enter, before the window changes its size. */
  readonly typed?: string
  /** Must run as root, on a system with Debian's packages. */
  readonly root?: true
  /** Also runs without the slow tests. */
  readonly always?: true
}

type Extra = Partial<Pick<Program, 'asks' | 'typed' | 'root' | 'always'>>

function row(shows: Program['shows']) {
  return (name: string, needs: string, run: string, extra: Extra = {}): Program => ({
    name,
    needs: needs.split(' ').filter((word) => word !== ''),
    run,
    shows,
    ...extra,
  })
}

const password = row('password')
const input = row('input')
const nothing = row(null)

/** Runs a command as an ordinary user without a password. */
const asNobody = 'setpriv --reuid=65534 --regid=65534 --clear-groups'
const python = (code: string) => `python3 -c '${code}'`
const repository = 'git init -q .; echo a > f; git add f; '
const commit = 'git -c user.name=a -c user.email=a@b commit'
const slowServer = (bytes: number) =>
  `python3 -c 'import socket,time
s=socket.socket();s.bind(("127.0.0.1",0));s.listen();print(s.getsockname()[1],flush=True)
c=s.accept()[0];c.recv(9999);c.send(b"HTTP/1.0 200 OK\\r\\nContent-Length: ${bytes}\\r\\n\\r\\n")
[(c.send(b"x"*1000),time.sleep(1)) for i in range(20)]' > port & sleep 1.5; `

/** It asks, and is never answered. */
const removes = 'apt-get -o Debug::NoLocking=1 remove zip'

/** A login through a server of its own, without a network. */
const ssh = (options: string, unknown = 'no') =>
  'mkdir -p /run/sshd; for k in host user; do ssh-keygen -q -t ed25519 -N "" -f $k; done; clear; ' +
  'ssh -o ProxyCommand="/usr/sbin/sshd -i -f /dev/null -h $PWD/host -o UsePAM=no ' +
  '-o StrictModes=no -o AuthorizedKeysFile=$PWD/user.pub" -o UserKnownHostsFile=known ' +
  `-o StrictHostKeyChecking=${unknown} ${options} root@box.test`

export const programs: readonly Program[] = [
  password('sudo', 'sudo setpriv', `${asNobody} sudo -k true`, { root: true }),
  password('su', 'su setpriv', `${asNobody} su root`, { root: true }),
  password('passwd', 'passwd setpriv', `${asNobody} passwd`, { root: true }),
  password('ssh', 'ssh /usr/sbin/sshd', ssh('-o PreferredAuthentications=password'), {
    root: true,
  }),
  password('ssh-keygen, passphrase', 'ssh-keygen', 'ssh-keygen -t ed25519 -f key'),
  password('openssl genrsa', 'openssl', 'openssl genrsa -aes256 -out k 2048'),
  password('openssl enc', 'openssl', 'openssl enc -aes-256-cbc -pbkdf2 -in /etc/hostname -out x'),
  password('gpg, loopback', 'gpg', 'gpg --pinentry-mode loopback -c /etc/hostname'),
  password('zip -e', 'zip', 'zip -e a.zip /etc/hostname'),
  password(
    'git credential',
    'git',
    `printf 'protocol=https\\nhost=x.test\\nusername=u\\n' | git credential fill`,
  ),
  password('python getpass', 'python3', python('import getpass; getpass.getpass()')),
  password('bash read -s', 'bash', `bash -c 'read -s -p "Password: " x'`, { always: true }),
  password('zsh read -s', 'zsh', `zsh -fc 'read -s "x?Password: "'`),
  password('a shell that hides', 'sh', `sh -c 'stty -echo; printf "PIN: "; read x; stty echo'`),
  password('psql -W', 'psql', 'psql -W -h 127.0.0.1 -p 1'),
  password('perl', 'perl', `perl -e 'system "stty -echo"; $|=1; print "Secret: "; <STDIN>'`),
  password(
    'busybox su',
    'busybox setpriv',
    `${asNobody} busybox sh -c 'stty -echo; read -p "Password: " x'`,
  ),
  password(
    'password in a script',
    'bash python3',
    `echo 'python3 -c "import getpass; getpass.getpass()"' > s; bash s`,
  ),

  password(
    'ssh-add',
    'ssh-add ssh-agent ssh-keygen',
    'ssh-keygen -q -t ed25519 -N secret -f k; ssh-agent ssh-add k',
  ),
  password(
    'ssh-keygen -p',
    'ssh-keygen',
    'ssh-keygen -q -t ed25519 -N secret -f k; ssh-keygen -p -f k',
  ),
  password('unzip, encrypted', 'zip unzip', 'zip -qP a a.zip /etc/hostname; unzip -p a.zip'),
  password('7z, encrypted', '7z', '7z a -pa a.7z /etc/hostname > /dev/null; 7z x a.7z'),
  password('cryptsetup', 'cryptsetup', 'truncate -s 20M d; cryptsetup luksFormat -q d'),

  input('bash read -p', 'bash', `bash -c 'read -p "Continue? [y/N] " x'`, { always: true }),
  input('read of the shell itself', '', `read -p "Continue? [y/N] " x`, { always: true }),
  input('bash select', 'bash', `bash -c 'select x in a b; do break; done'`),
  input('bash read -t', 'bash', `bash -c 'read -t 60 -p "Really? (yes/no) " x'`),
  input('zsh read', 'zsh', `zsh -fc 'read "x?Name: "'`),
  input('dash script', 'dash', `printf 'printf "Name: "; read x' > s; dash s`),
  input('sh in a pipe', 'sh', `sh -c 'printf "Delete all? "; read x </dev/tty' | cat`),
  input('python input', 'python3', python('input("Name: ")')),
  input('python script', 'python3', `echo 'input("Proceed (y/n)? ")' > s.py; python3 s.py`),
  input(
    'python with 200 threads',
    'python3',
    python(
      'import threading,time\n' +
        'for i in range(200):threading.Thread(target=time.sleep,args=(60,),daemon=True).start()\n' +
        'input("Stop? ")',
    ),
  ),
  input(
    'node, stdin in line mode',
    'node',
    `node -e 'process.stdout.write("Name: "); process.stdin.on("data", () => 0)'`,
  ),
  input('perl', 'perl', `perl -e '$|=1; print "Overwrite? [y/N] "; <STDIN>'`),
  input(
    'tclsh script',
    'tclsh',
    `echo 'puts -nonewline "Name: "; flush stdout; gets stdin' > s.tcl; tclsh s.tcl`,
  ),
  input(
    'make with a question',
    'make',
    `printf 'a:\\n\\t@read -p "Deploy? [y/N] " x\\n' > Makefile; make SHELL=/bin/bash`,
  ),
  input('rm -i', 'rm', 'touch f; rm -i f'),
  input('cp -i', 'cp', 'touch f g; cp -i f g'),
  input('mv -i', 'mv', 'touch f g; mv -i f g'),
  input('busybox rm -i', 'busybox', 'touch f; busybox rm -i f'),
  input('xargs -p', 'xargs', 'echo a | xargs -p echo'),
  input('find -ok', 'find', 'touch f; find f -ok echo {} \\;'),
  input('gzip over a file', 'gzip', 'echo a > f; cp f f.gz; gzip f'),
  input('unzip over a file', 'zip unzip', 'echo a > f; zip -q a.zip f; unzip a.zip'),
  input('tar, next volume', 'tar', 'head -c 90000 /dev/zero > z; tar -M -L 40 -cf a.tar z'),
  input('ssh-keygen, file', 'ssh-keygen', 'ssh-keygen -t ed25519'),
  input('ssh-keygen, overwrite', 'ssh-keygen', 'touch key; ssh-keygen -t ed25519 -f key'),
  input('openssl req', 'openssl', 'openssl req -new -newkey rsa:2048 -nodes -keyout k -out c', {
    asks: /\[AU\]:/,
  }),
  input('git add -p', 'git', `${repository}${commit} -qm a; echo b > f; git add -p`),
  input(
    'git credential, user',
    'git',
    `printf 'protocol=https\\nhost=x.test\\n' | git credential fill`,
  ),
  input('apt-get', 'apt-get zip', removes, { root: true }),
  password(
    'ssh in sudo',
    'ssh /usr/sbin/sshd sudo',
    ssh('-o PreferredAuthentications=password').replace('ssh -o Proxy', 'sudo ssh -o Proxy'),
    { root: true },
  ),
  input('apt-get in sudo', 'apt-get zip sudo', `sudo ${removes}`, { root: true }),
  input('ssh, unknown host', 'ssh /usr/sbin/sshd', ssh('', 'ask'), {
    root: true,
  }),
  input('chsh of root', 'chsh', 'chsh', { root: true }),
  input('pip uninstall', 'pip', 'pip uninstall --break-system-packages pip'),
  input('bash, Press Enter', 'bash', `bash -c 'read -p "Press Enter to continue..."'`),

  input(
    'patch, applied already',
    'patch diff',
    'echo a > f; echo b > g; diff -u f g > p; patch -s f p; patch f p',
  ),
  input('mkfs over a file system', 'mkfs.ext4', 'truncate -s 4M d; mkfs.ext4 -q d; mkfs.ext4 d'),
  input('7z over a file', '7z', 'echo a > f; 7z a a.7z f > /dev/null; 7z x a.7z'),
  input('debconf', 'dpkg-reconfigure', 'DEBIAN_FRONTEND=readline dpkg-reconfigure -p low tzdata', {
    root: true,
  }),

  nothing('bash at its prompt', 'bash', 'bash --norc', { always: true }),
  nothing('a prompt that ends in a colon', 'bash', `PS1='where to: ' bash --norc`),
  nothing('zsh', 'zsh', 'zsh -f'),
  nothing('zsh vared', 'zsh', `zsh -fic 'x=1; vared -p "Name: " x'`),
  nothing('fish', 'fish', 'fish -N'),
  nothing('fish read', 'fish', `fish -Nc 'read -P "Name: " x'`),
  nothing('dash at its prompt', 'dash', `PS1='name: ' dash`),
  nothing('bash read -n 1', 'bash', `bash -c 'read -n 1 -p "Continue? [y/N] " x'`),
  nothing('bash read -e', 'bash', `bash -c 'read -e -p "Name: " x'`),
  nothing('cat', 'cat', 'cat', { always: true }),
  nothing('cat after a question', 'cat', `printf 'Continue? [y/N] '; cat`),
  nothing('wc of the terminal', 'wc', 'wc'),
  nothing('sort of the terminal', 'sort', 'sort'),
  nothing('bc', 'bc', 'bc -q'),
  nothing('ed', 'ed', 'ed -p "cmd: "'),
  nothing('python', 'python3', 'python3'),
  nothing('python without readline', 'python3', 'TERM=dumb python3 -S -i -q'),
  nothing('node', 'node', 'node'),
  nothing('tclsh', 'tclsh', 'tclsh'),
  nothing('gdb', 'gdb', 'gdb -q'),
  nothing('sqlite3', 'sqlite3', 'sqlite3'),
  nothing('lua', 'lua5.4', 'lua5.4'),
  nothing('redis-cli', 'redis-cli', 'redis-cli -p 1'),
  nothing('telnet', 'telnet', 'telnet'),
  nothing('fdisk', 'fdisk', 'truncate -s 4M d; fdisk d'),
  nothing('parted', 'parted', 'truncate -s 4M d; parted d'),
  nothing('irb', 'irb', 'irb'),
  nothing('python, pdb', 'python3', `echo 'x = 1' > s.py; python3 -m pdb s.py`),
  nothing('perl, debugger', 'perl', `perl -d -e 'print 1'`),
  nothing('at', 'at', 'at noon'),
  nothing('gpg --full-generate-key', 'gpg', 'GNUPGHOME=$PWD gpg --full-generate-key'),
  nothing(
    'e2fsck',
    'e2fsck mkfs.ext4 debugfs',
    "truncate -s 4M d; mkfs.ext4 -q d; debugfs -w -R 'clri <2>' d; e2fsck d",
  ),
  nothing('npm exec', 'npx', 'npx cowsay'),
  nothing('npm init', 'npm', 'mkdir p; cd p; npm init'),
  nothing('vim', 'vim', 'vim -u NONE -n'),
  nothing('nano', 'nano', 'nano'),
  nothing('git commit -v', 'git vim', `${repository}EDITOR="vim -u NONE" ${commit} -v`),
  nothing('git clean -i', 'git', 'git init -q .; touch f; git clean -i'),
  nothing('less', 'less', 'less /etc/services'),
  nothing('more', 'more', 'more /etc/services'),
  nothing('man', 'man', 'man man'),
  nothing('top', 'top', 'top'),
  nothing('htop', 'htop', 'htop'),
  nothing('watch', 'watch', `watch -n 1 'echo "Continue? [y/N] "'`),
  nothing(
    'a question over ssh',
    'ssh /usr/sbin/sshd',
    `${ssh('-i user -t')} 'read -p "Continue? [y/N] " x'`,
    { root: true },
  ),
  password(
    'sudo over ssh',
    'ssh /usr/sbin/sshd',
    `${ssh('-i user -t')} 'stty -echo; printf "[sudo] password for me: "; read x'`,
    { root: true },
  ),
  nothing(
    'a shell over ssh',
    'ssh /usr/sbin/sshd',
    `${ssh('-i user -t')} 'PS1="the password: $ " bash --norc'`,
    { root: true },
  ),
  nothing(
    'a command line over ssh',
    'ssh /usr/sbin/sshd',
    `${ssh('-i user -t')} 'PS1= bash --norc'`,
    { root: true, typed: 'echo Enter password: ' },
  ),
  nothing(
    'a command line over ssh, without paste brackets',
    'ssh /usr/sbin/sshd',
    `${ssh('-i user -t')} 'PS1= TERM=dumb bash --norc'`,
    { root: true, typed: 'echo Enter password: ' },
  ),
  nothing('fzf', 'fzf', 'seq 100 | fzf'),
  nothing('mc', 'mc', 'mc -a'),
  nothing('dialog', 'dialog', 'dialog --yesno "Continue?" 9 40'),
  nothing(
    'tmux',
    'tmux',
    `tmux -L asks-$$ -f /dev/null new 'bash -c "read -p \\"Continue? [y/N] \\" x"'`,
  ),
  input('script', 'script', `script -qc 'read -p "Continue? [y/N] " x' /dev/null`),
  nothing(
    'a silent make',
    'make',
    `printf 'a:\\n\\t@printf "Linking: "; sleep 60\\n' > Makefile; make`,
  ),
  nothing('a check that takes long', 'sh', `printf 'checking for gcc? '; sleep 60`, {
    always: true,
  }),
  nothing('a choice that is not read', 'sh', `printf 'Continue? [y/N] '; sleep 60`),
  nothing('sleep with hidden input', 'sh', `stty -echo; printf 'Password: '; sleep 60`, {
    always: true,
  }),
  nothing(
    'an echo that flickers',
    'sh',
    `printf 'Password: '; while :; do stty -echo; stty echo; done`,
  ),
  nothing(
    'a busy thread',
    'python3',
    python(
      'import threading,itertools\n' +
        'def work():\n for i in itertools.count(): pass\n' +
        'threading.Thread(target=work,daemon=True).start()\ninput("Stop? ")',
    ),
  ),
  nothing(
    'curl, progress',
    'curl python3',
    `${slowServer(20_000)}curl -o x http://127.0.0.1:$(cat port)/`,
  ),
  nothing(
    'curl -#',
    'curl python3',
    `${slowServer(20_000)}curl -# -o x http://127.0.0.1:$(cat port)/`,
  ),
  nothing(
    'curl, silent, with hidden input',
    'curl python3',
    `${slowServer(20_000)}stty -echo; printf 'Loading...'; ` +
      'curl -s -o x http://127.0.0.1:$(cat port)/',
  ),
  nothing('wget', 'wget python3', `${slowServer(20_000)}wget -O x http://127.0.0.1:$(cat port)/`),
  nothing('rsync', 'rsync', 'head -c 3000000 /dev/zero > z; rsync --bwlimit=300 --progress z y'),
  nothing('pv', 'pv', 'pv -L 100 /dev/zero > /dev/null'),
  nothing('dd', 'dd', 'dd if=/dev/zero of=/dev/null status=progress'),
  nothing('a bar that does not move', 'sh', `printf '\\rDownloading (1/2): 45%% : '; sleep 60`),
  nothing('ncdu', 'ncdu', 'ncdu .'),
  nothing('whiptail', 'whiptail', 'whiptail --passwordbox "Password:" 9 40'),
  nothing('tail -f', 'tail', `printf 'Ready? ' > f; tail -f f`),
  nothing('yes', 'yes', 'yes | head -c 100000000 > /dev/null; printf "Done: "; sleep 60'),
  nothing('a job in the background', 'sh', `(sleep 1; printf 'Continue? [y/N] ') &`),
  nothing('xargs', 'xargs', 'seq 60 | xargs -n 1 sleep'),
  nothing('python server', 'python3', 'python3 -m http.server 0'),
  nothing(
    'node server',
    'node',
    `node -e 'require("http").createServer().listen(0); process.stdout.write("Ready: ")'`,
  ),
  nothing('apt in a pipe', 'apt-get', 'apt-get -s install sl 2>&1 | cat'),
]
